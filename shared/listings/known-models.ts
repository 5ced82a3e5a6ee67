import type { Make } from "#shared/categories/category.ts";
import type { BodyType } from "./listing.ts";

/** Facts about a model that follow from its name alone. */
export type ModelFacts = {
  make: Make;
  model: string;
  /** Calendar year the first car of this name was sold. */
  firstYear: number;
  usualBody: BodyType;
  /** Every body type sold under this name, the usual one first. */
  bodies: readonly BodyType[];
  /** How reliable the usual body is when only the name is known. */
  confidence: "high" | "medium" | "low";
};

function car(
  make: Make,
  model: string,
  firstYear: number,
  confidence: ModelFacts["confidence"],
  usualBody: BodyType,
  ...otherBodies: BodyType[]
): ModelFacts {
  return { make, model, firstYear, usualBody, bodies: [usualBody, ...otherBodies], confidence };
}

/**
 * Models of the three makes. Bodies and confidence were curated by hand from British and American adverts and
 * the NHTSA's vPIC register; first years are the makers' own (for a name with several generations, the first).
 */
export const modelTable: readonly ModelFacts[] = [
  car("Audi", "A1", 2010, "high", "hatchback"),
  car("Audi", "A2", 1999, "high", "hatchback"),
  car("Audi", "A3", 1996, "medium", "hatchback", "saloon", "convertible"),
  car("Audi", "A4", 1994, "medium", "saloon", "estate", "convertible"),
  car("Audi", "A5", 2007, "low", "coupe", "hatchback", "convertible"),
  car("Audi", "A6", 1994, "low", "saloon", "estate"),
  car("Audi", "A7", 2010, "high", "hatchback"),
  car("Audi", "A8", 1994, "high", "saloon"),
  car("Audi", "Q2", 2016, "high", "suv"),
  car("Audi", "Q3", 2011, "high", "suv"),
  car("Audi", "Q5", 2008, "high", "suv"),
  car("Audi", "Q7", 2005, "high", "suv"),
  car("Audi", "Q8", 2018, "high", "suv"),
  car("Audi", "SQ5", 2012, "high", "suv"),
  car("Audi", "SQ7", 2016, "high", "suv"),
  car("Audi", "TT", 1998, "medium", "coupe", "convertible"),
  car("Audi", "R8", 2006, "low", "coupe", "convertible"),
  car("Audi", "S3", 1999, "low", "hatchback", "saloon", "convertible"),
  car("Audi", "S4", 1991, "low", "saloon", "estate", "convertible"),
  car("Audi", "S5", 2007, "low", "coupe", "hatchback", "convertible"),
  car("Audi", "S8", 1996, "high", "saloon"),
  car("Audi", "RS3", 2011, "low", "hatchback", "saloon"),
  car("Audi", "RS4", 1999, "low", "estate", "saloon", "convertible"),
  car("Audi", "RS5", 2010, "low", "coupe", "hatchback", "convertible"),
  car("Audi", "RS6", 2002, "low", "estate", "saloon"),
  car("Audi", "RS7", 2013, "high", "hatchback"),
  car("Audi", "S6", 1994, "low", "saloon", "estate"),
  car("Audi", "S7", 2012, "high", "hatchback"),
  car("Audi", "SQ8", 2019, "high", "suv"),
  car("Audi", "RS Q3", 2013, "high", "suv"),
  car("Audi", "RS Q8", 2019, "high", "suv"),
  car("Audi", "TTS", 2008, "low", "coupe", "convertible"),
  car("Audi", "TT RS", 2009, "low", "coupe", "convertible"),
  car("Audi", "A4 allroad", 2009, "high", "estate"),
  car("Audi", "A6 allroad", 1999, "high", "estate"),
  car("Audi", "e-tron", 2018, "high", "suv"),
  car("Audi", "Q4 e-tron", 2021, "high", "suv"),
  car("Audi", "Q6 e-tron", 2024, "high", "suv"),
  car("Audi", "Q8 e-tron", 2022, "high", "suv"),
  car("Audi", "e-tron GT", 2020, "high", "saloon"),
  car("Audi", "80", 1966, "low", "saloon", "estate", "coupe", "convertible"),
  car("Audi", "100", 1968, "low", "saloon", "estate"),
  car("BMW", "1 Series", 2004, "medium", "hatchback", "coupe", "convertible"),
  car("BMW", "2 Series", 2013, "low", "hatchback", "coupe", "convertible", "mpv", "saloon"),
  car("BMW", "3 Series", 1975, "medium", "saloon", "estate", "hatchback", "coupe", "convertible"),
  car("BMW", "4 Series", 2013, "medium", "coupe", "convertible", "hatchback"),
  car("BMW", "5 Series", 1972, "medium", "saloon", "estate", "hatchback"),
  car("BMW", "6 Series", 1976, "low", "coupe", "convertible", "saloon", "hatchback"),
  car("BMW", "7 Series", 1977, "high", "saloon"),
  car("BMW", "8 Series", 1989, "low", "coupe", "convertible", "saloon"),
  car("BMW", "M2", 2015, "high", "coupe"),
  car("BMW", "M3", 1986, "low", "saloon", "coupe", "convertible", "estate"),
  car("BMW", "M4", 2014, "low", "coupe", "convertible"),
  car("BMW", "M5", 1984, "low", "saloon", "estate"),
  car("BMW", "M6", 1983, "low", "coupe", "convertible", "saloon"),
  car("BMW", "X1", 2009, "high", "suv"),
  car("BMW", "X2", 2017, "high", "suv"),
  car("BMW", "X3", 2003, "high", "suv"),
  car("BMW", "X4", 2014, "high", "suv"),
  car("BMW", "X5", 1999, "high", "suv"),
  car("BMW", "X6", 2008, "high", "suv"),
  car("BMW", "X7", 2018, "high", "suv"),
  car("BMW", "Z3", 1995, "low", "convertible", "coupe"),
  car("BMW", "Z4", 2002, "low", "convertible", "coupe"),
  car("BMW", "i3", 2013, "high", "hatchback"),
  car("BMW", "i8", 2014, "low", "coupe", "convertible"),
  car("BMW", "1M", 2011, "high", "coupe"),
  car("BMW", "M8", 2019, "low", "coupe", "convertible", "saloon"),
  car("BMW", "Z8", 1999, "high", "convertible"),
  car("BMW", "i4", 2021, "high", "hatchback"),
  car("BMW", "i5", 2023, "low", "saloon", "estate"),
  car("BMW", "i7", 2022, "high", "saloon"),
  car("BMW", "iX", 2021, "high", "suv"),
  car("BMW", "iX1", 2022, "high", "suv"),
  car("BMW", "iX3", 2020, "high", "suv"),
  car("BMW", "XM", 2022, "high", "suv"),
  car("Mercedes-Benz", "A Class", 1997, "medium", "hatchback", "saloon"),
  car("Mercedes-Benz", "B Class", 2005, "low", "mpv", "hatchback"),
  car("Mercedes-Benz", "C Class", 1993, "low", "saloon", "estate", "coupe", "convertible"),
  car("Mercedes-Benz", "CL Class", 1996, "low", "coupe"),
  car("Mercedes-Benz", "CLA Class", 2013, "medium", "saloon", "estate"),
  car("Mercedes-Benz", "CLC Class", 2008, "high", "coupe"),
  car("Mercedes-Benz", "CLK", 1997, "low", "coupe", "convertible"),
  car("Mercedes-Benz", "CLS Class", 2004, "low", "coupe", "estate"),
  car("Mercedes-Benz", "E Class", 1984, "low", "saloon", "estate", "coupe", "convertible"),
  car("Mercedes-Benz", "G Class", 1979, "high", "suv"),
  car("Mercedes-Benz", "GL Class", 2006, "high", "suv"),
  car("Mercedes-Benz", "GLA Class", 2013, "high", "suv"),
  car("Mercedes-Benz", "GLB Class", 2019, "high", "suv"),
  car("Mercedes-Benz", "GLC Class", 2015, "high", "suv"),
  car("Mercedes-Benz", "GLE Class", 2015, "high", "suv"),
  car("Mercedes-Benz", "GLS Class", 2015, "high", "suv"),
  car("Mercedes-Benz", "M Class", 1997, "high", "suv"),
  car("Mercedes-Benz", "R Class", 2005, "high", "mpv"),
  car("Mercedes-Benz", "S Class", 1972, "low", "saloon", "coupe", "convertible"),
  car("Mercedes-Benz", "SL Class", 1954, "high", "convertible"),
  car("Mercedes-Benz", "SLK", 1996, "high", "convertible"),
  car("Mercedes-Benz", "V Class", 1996, "high", "mpv"),
  car("Mercedes-Benz", "X Class", 2017, "high", "pickup"),
  car("Mercedes-Benz", "SLC", 2015, "high", "convertible"),
  car("Mercedes-Benz", "SLS AMG", 2009, "low", "coupe", "convertible"),
  car("Mercedes-Benz", "SLR McLaren", 2003, "low", "coupe", "convertible"),
  car("Mercedes-Benz", "AMG GT", 2014, "low", "coupe", "convertible", "hatchback"),
  car("Mercedes-Benz", "CLE", 2023, "low", "coupe", "convertible"),
  car("Mercedes-Benz", "GLK", 2008, "high", "suv"),
  car("Mercedes-Benz", "EQA", 2021, "high", "suv"),
  car("Mercedes-Benz", "EQB", 2021, "high", "suv"),
  car("Mercedes-Benz", "EQC", 2019, "high", "suv"),
  car("Mercedes-Benz", "EQE", 2022, "low", "saloon", "suv"),
  car("Mercedes-Benz", "EQS", 2021, "low", "hatchback", "suv"),
  car("Mercedes-Benz", "EQV", 2020, "high", "mpv"),
  car("Mercedes-Benz", "Viano", 2003, "high", "mpv"),
  car("Mercedes-Benz", "190", 1982, "high", "saloon"),
];

/**
 * Names that feeds use for other cars: most adverts called "CL Class" are CLA, many "SL Class" are SLC, and many "GL
 * Class" are GLA or GLC. We infer nothing from these names.
 */
export const unreliableNames: ReadonlySet<string> = new Set(["CL Class", "SL Class", "GL Class"]);
