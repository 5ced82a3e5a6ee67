import type { HeaderWords } from "../feed-fields.ts";

export const english: HeaderWords = {
  make: "make,brand,manufacturer,car make,vehicle make,marque,vehicle manufacturer,make name,brand name,vehicle brand,car brand,maker,maker name,manufacturer name,make title",
  model:
    "model,car model,model name,vehicle model,model range,car model name,vehicle model name,model title",
  year: "year,model year,year model,year of manufacture,vehicle model date,manufacture year,production year,build year,yom,year made,made date,make year,year made in,year produced,produced year,year of production,manufacturing year,year of make,year month,year of construction,construction year,production date,date of production,manufacture date,year first registered",
  firstRegistration:
    "first registration,first registered,date vehicle first registered,registration date,date of first registration,first reg,reg date,date first registered,date registered,registered,initial registration,initial registration date,registration year,year of registration,reg year,registered year,first registration year,year of first registration,first registration date",
  price:
    "price,prices,current price,price current,price now,price retail,prices retail,price consumer,prices consumer,public price,public price amount,prices public,prices public amount,price public amount,asking price,selling price,retail price,cash price,advertised price,our price,vehicle price,price incl vat,price inc vat,price gross,price value,gross price,consumer price amount,price amount,advertised price amount,consumer price gross,forecourt price,forecourt price amount",
  currency:
    "currency,currency code,price currency,currency iso,currency iso code,iso currency,iso currency code,price currency code,currency symbol,curr,ccy,price iso,price iso code,price symbol,price ccy,price curr,price code,price unit,price amount currency,price value currency,price amount currency code,price value currency code,price amount code",
  mileage:
    "mileage,odometer,odo,odometer reading,milage,current mileage,kilometres,kilometers,kms,km,miles,distance travelled,miles driven,km driven,kms driven,kilometers driven,kilometres driven,km travelled,odometer value,mileage value,kilometerage,kilometreage,mileage reading,mileage from odometer",
  mileageUnit:
    "mileage unit,mileage from odometer unit code,odometer unit,distance unit,mileage unit text,mileage unit code,odometer unit text,mileage from odometer unit text,mileage units,odometer units,units of distance,distance units",
  fuel: "fuel,fuel type,fueltype,engine fuel,fuel kind,fuel name",
  transmission:
    "transmission,gearbox,vehicle transmission,transmission type,gearbox type,gear box,trans",
  engineSize:
    "engine size,engine,engine capacity,displacement,engine displacement,capacity,cc,engine cc,cubic capacity,engine volume,engine size cc,engine litres,engine size litres,engine description",
  bodyType:
    "body type,body,body style,bodystyle,bodytype,vehicle type,car type,body shape,bodywork,body category,type",
  fuelEconomy:
    "mpg,fuel economy,fuel consumption,consumption,combined mpg,mpg combined,economy,average consumption,mpg uk,mpg us,combined fuel economy,combined consumption,l 100km,avg mpg",
  tax: "tax,road tax,annual tax,vehicle tax,car tax,ved,annual road tax,yearly tax,tax per year",
  colour:
    "colour,color,exterior colour,exterior color,paint,body colour,body color,ext color,ext colour,ext col,exterior col,outside color,outside colour,exterior paint,color body,colour body,paint color,paint colour,manufacturer color,manufacturer colour",
  vin: "vin,vin number,chassis number,vehicle identification number,chassis no,vin code",
  condition: "condition,vehicle condition,car condition",
  description:
    "description,comments,details,notes,remarks,seller comments,vehicle description,advert text,ad text,body text,seller notes",
  location: "location,city,town,place,area,suburb,dealer location,seller location",
  specialPrice:
    "special price,internet special,web special,sale price,promo price,promotional price,promotion price,promo,offer price,special offer price,discount price,discounted price,price discounted,price after discount,reduced price,price reduced,clearance price,internet price,web price,final price,now price,price sale,price special,price promo,prices sale,prices special,prices promo",
  regularPrice: "regular price,normal price,price regular",
  specialFrom: "sale start,sale starts,promo start,promotion start",
  specialUntil: "sale end,sale ends,promo end,promotion end",
  totalPrice: "total price,price total,price with vat,price with tax",
  vat: "vat,vat amount,vat rate,vat percent,vat percentage,vat value,price vat,price vat rate,price vat amount,sales tax rate",
  title: "title,advert title,ad title,listing title,headline,name,vehicle name,car name",
  trim: "trim,trim level,variant,derivative,version,grade,model variant,model version,model description",
  stockNumber:
    "stock number,stock no,stock id,vehicle stock id,stocknumber,dealer stock number,internal number,vehicle number,unit number",
  advertId: "advert id,ad id,listing id,advert number,ad number,vehicle id,car id",
  reference:
    "reference,ref,ref no,ref number,reference number,reference no,vehicle reference,vehicle ref,stock ref,stock reference,advert ref,ad ref,advert reference,our ref,internal reference,internal ref,internal id,inventory id,inventory number,inventory no,stock code,dealer ref",
  registration:
    "registration,registration number,reg number,vrm,number plate,license plate,licence plate,registration plate,vehicle registration mark",
  advertUrl:
    "url,link,advert url,ad url,listing url,vehicle url,detail url,advert link,vehicle link,deeplink,web link",
  imageUrls:
    "image,images,image url,image urls,photo,photos,photo url,photo urls,picture,pictures,picture url,picture urls,picture refs,pics,image link,additional image link,additional image links,additional images,image list,main image,gallery,photo url list,photo list,main picture url",
  postcode: "postcode,post code,postal code,zip,zip code,zipcode",
  power: "power,engine power,horsepower,hp,bhp,power hp,power kw,kw,max power,horse power",
  doors: "doors,number of doors,no of doors,door count,num doors",
  seats:
    "seats,number of seats,no of seats,seating capacity,num seats,maximum seating,seats number,seat count",
  drive:
    "drive,drivetrain,drive type,drive train,driven wheels,wheel drive,drivetype,wheel system,wheel system display,drivetrain type",
  previousKeepers:
    "previous keepers,previous owners,owners,number of owners,no of owners,former keepers,keepers,prev owners,number of previous owners,owner count,previous owner count",
  serviceHistory: "service history,full service history,fsh,service book",
  options: "options,option,features,feature,equipment,extras,optional equipment",
  damage:
    "title status,title brand,title brands,title type,title condition,branded title,brand title,theft title,damage,damaged,accident,accidents,accident history,salvage,write off category,insurance category,frame damaged",
  availability:
    "availability,status,vehicle state,lot status,deal status,retail status,web status,website status,advertising status,publication status,stock status,sale status,sales status,sold status,listing status,advert status,ad status,vehicle status,car status,inventory status,availability status,item status,offer status,vehicle availability,stock availability,offer type,ad type,advert type,lifecycle state,action,actie,for sale,is for sale,available,is available,in stock,is in stock,is active,active,published,is published,attention grabber,attention getter",
  // "Reserve" is a price in auctions.
  sold: "sold,is sold,sold date,date sold,sold at,sold on,reserved,is reserved,reserved at,reservation status,deleted,is deleted,deleted at",
  mileageStatus: "odometer status,mileage status,odometer brand,odometer reading status",
  soundness:
    "accident free,clean title,no accidents,roadworthy,is roadworthy,drivable,driveable,runs and drives,run and drive",
};
