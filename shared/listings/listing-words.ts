import type { Fuel, Transmission } from "./listing.ts";
import type { BodyType } from "#shared/makes/body-type.ts";

// The words that feeds and searches use for each value: English (UK, US, ZA), German, Polish, French, Spanish; folded.

export const fuelWords: Record<Fuel, string> = {
  petrol:
    "petrol,gasoline,gas,unleaded,benzin,benziner,super,super plus,super e10,benzyna,benzinowy,essence,gasolina,nafta,bencina,pb",
  diesel: "diesel,heavy oil,olej napedowy,on,gasoil,gazole,gasoleo,tdi",
  hybrid:
    "hybrid,petrol hybrid,hybrid petrol,diesel hybrid,petrol electric hybrid,hybrid petrol electric,hybrid diesel electric,gasoline hybrid,full hybrid,mild hybrid,mhev,hev,hybrid benzin elektro,hybrid diesel elektro,benzin hybrid,elektro benzin,elektro diesel,hybryda,hybrydowy,hybride,hibrido,petrol mild hybrid,diesel mild hybrid,benzyna hybryda",
  "plug-in hybrid":
    "plug in hybrid,phev,plugin hybrid,petrol plug in hybrid,diesel plug in hybrid,hybrid plug in,hybryda plug in,hybride rechargeable,hibrido enchufable,plug in",
  electric:
    "electric,elektro,elektrisch,elektryczny,ev,bev,electrique,electrico,battery electric,strom",
  lpg: "lpg,autogas,autogas lpg,benzyna lpg,benzyna gaz,lpg gaz,petrol lpg,gpl,glp",
  other:
    "other,andere,sonstige,inny,inne,autre,otro,bi fuel,cng,erdgas,erdgas cng,ethanol,ethanol flexfuel e85,flex fuel,hydrogen,wasserstoff,wodor,benzyna cng",
};

export const transmissionWords: Record<Transmission, string> = {
  manual:
    "manual,manual gearbox,manual transmission,schaltgetriebe,manuell,handschaltung,schaltung,manualna,reczna,manuelle,boite manuelle,mechanical,5 speed manual,6 speed manual,manuale",
  automatic:
    "automatic,auto,automatic gearbox,automatic transmission,automatik,automatikgetriebe,automatisch,automatyczna,automat,automatique,automatica,automatico,boite automatique,dsg,tiptronic,steptronic,cvt,s tronic,7g tronic,9g tronic,dct,automatyczna dwusprzeglowa dct dsg",
  "semi-automatic":
    "semi auto,semi automatic,semiautomatic,halbautomatik,polautomatyczna,semi automatique,semiautomatica,automated manual,automatic manual",
};

export const bodyWords: Record<BodyType, string> = {
  saloon: "saloon,sedan,limousine,stufenheck,berline,berlina,limuzyna",
  estate:
    "estate,wagon,station wagon,stationwagon,kombi,combi,kombinationswagen,break,touring,avant,t modell,shooting brake,familiar",
  hatchback:
    "hatchback,hatch,schragheck,kompakt,kompaktwagen,compacto,liftback,fliessheck,sportback,sporthatch",
  suv: "suv,4x4,sport utility vehicle,crossover,gelandewagen,suv gelandewagen pickup,suv gelandewagen,off roader,terenowy,todoterreno,tout terrain,suv crossover",
  coupe: "coupe,kupe,sportwagen coupe,coupe sportwagen,2 door coupe",
  convertible:
    "convertible,cabrio,cabriolet,cabrio roadster,cabriolet roadster,roadster,kabriolet,descapotable,spider,spyder,drop top,soft top",
  mpv: "mpv,minivan,van kleinbus,people carrier,grossraumlimousine,monospace,monovolumen,minibus,bus",
  van: "van,panel van,transporter,kastenwagen,furgon,fourgon,furgoneta",
  pickup: "pickup,pick up,bakkie,double cab,truck",
};
