alter table listing validate constraint listing_category_known;
