"""What runs teach: lessons written, given to runs, credited, tried over generations and retired."""
