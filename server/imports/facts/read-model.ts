import type { Make } from "#shared/makes/all-makes.ts";
import { makeOf, splitMake } from "#shared/makes/read-make.ts";
import { factsOf, makes, ofEachMake } from "#shared/makes/sold-makes.ts";
import { findModel, findModels, findStatedModel } from "#shared/makes/find-model.ts";
import type { ModelFacts } from "#shared/makes/model-table.ts";
import { fold } from "#shared/text/fold.ts";
import type { FeedContext } from "../feed-context.ts";
import type { Field } from "../headers/feed-fields.ts";
import { rememberShort } from "./remember-short.ts";
import { fault, type RowReader } from "./row-reader.ts";
import { suggestModels } from "./suggest-models.ts";
import { isOther, vocabulariesWith } from "./vocabulary.ts";

/** What a row's car is called. `facts` is null for a model that the model table does not know. */
export type Identity = { make: Make; model: string; facts: ModelFacts | null };

const soldHere = makes.join(", ");

const knownModels = rememberShort(findModels);
const knownMake = rememberShort(makeOf);
const namedModel = ofEachMake((make) => rememberShort((text) => findModel(make, text)));
const statedModel = ofEachMake((make) => rememberShort((text) => findStatedModel(make, text)));

/** A row's make and model; null if they are missing, contradict each other or are not known. */
export function readModel(row: RowReader, context: FeedContext): Identity | "other make" | null {
  const { options, evidence } = context;
  let isOtherMake = false;
  const stated = row.take("make", (text) => {
    if (text === "") return "empty";
    const make = knownMake(text);
    isOtherMake ||= !make && /\p{L}/u.test(text) && vocabulariesWith(text).length === 0;
    return make ? { value: make } : fault(`"${text}" is not a make sold here (${soldHere})`);
  });
  if (isOtherMake) return "other make";
  const text = row.take("model", (value) => (value === "" ? "empty" : { value }));
  const refuse = (reason: string, column: Field = "model") => {
    row.faults.push({ column: row.headerOf(column), reason });
    return null;
  };
  if (row.faults.length > 0) return null;
  if (!text) return refuse("the model is missing");
  if (isOther(text)) return refuse(`"${text}" does not say which model`);
  if (text.length > 80) return refuse("the model is longer than 80 characters");
  const named = splitMake(text);
  const model = named?.rest ?? text;
  const possibleMakes = new Set(knownModels(model).map(({ facts }) => facts.make));
  const certain = [options.make, stated, named?.make ?? null].filter((make) => make !== null);
  // If the make is not stated, the model table decides; for models it does not know, the file's name.
  const make =
    certain[0] ??
    (possibleMakes.size === 1
      ? [...possibleMakes][0]
      : possibleMakes.size === 0
        ? evidence.fileMake
        : null);
  if (!make && context.columns.get("model")?.[0]?.isTitle) {
    refuse(`"${text}" does not begin with a make sold here (${soldHere})`);
    return "other make";
  }
  if (context.columns.get("model")?.[0]?.isTitle && otherMakes(make, model))
    return refuse(`"${text}" names two makes`);
  if (!make)
    return refuse(`the make is not stated and cannot be inferred from "${model}" (use --make)`);
  if (certain.some((other) => other !== make))
    return refuse(`two makes are stated: ${[...new Set(certain)].join(", ")}`, "make");
  if (possibleMakes.size > 0 && !possibleMakes.has(make))
    return refuse(`"${model}" is a model of ${[...possibleMakes].join(" or ")}, not of ${make}`);
  const isStated = certain.length > 0;
  const match = (isStated ? statedModel : namedModel)[make](model);
  if (match) return { make, model: match.exact ? match.facts.model : model, facts: match.facts };
  if (/^\W*\d*\W*$/.test(model) || vocabulariesWith(model).length > 0)
    return refuse(`"${model}" is not a model of ${make}`);
  if (!options.newModels && !(isStated && factsOf(make).otherNames?.test(fold(model))))
    return refuse(
      `"${model}" is not a known model of ${make}${didYouMean(make, model)} (use --new-models to accept it)`,
    );
  return { make, model, facts: null };
}

function didYouMean(make: Make, model: string): string {
  const models = suggestModels(make, model);
  return models.length > 0 ? `. Did you mean ${models.join(" or ")}?` : "";
}

/** Whether a title goes on with another make: "Audi A4 or BMW 320d". */
const otherMakes = (make: Make | null | undefined, title: string) =>
  title.split(/[^\p{L}]+/u).some((word) => {
    const named = makeOf(word);
    return named !== null && named !== make;
  });
