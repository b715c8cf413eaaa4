"""The pictures of the documents, played and taken anew: ``make pictures``."""
