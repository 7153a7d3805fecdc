import type { Culture } from './names.ts'

export interface City {
  city: string
  region: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
  latitude: number
  longitude: number
  /** IANA name. */
  time_zone: string
  culture: Culture
  /** Relative frequency. */
  weight: number
}

type Row = [string, string | null, string, number, number, string, Culture, number]

// Suits a creator in northern Europe with subscribers all over the world.
const ROWS: Row[] = [
  ['Oslo', 'Oslo', 'NO', 59.91, 10.75, 'Europe/Oslo', 'nordic', 60],
  ['Bergen', 'Vestland', 'NO', 60.39, 5.32, 'Europe/Oslo', 'nordic', 26],
  ['Trondheim', 'Trøndelag', 'NO', 63.43, 10.4, 'Europe/Oslo', 'nordic', 16],
  ['Tromsø', 'Troms', 'NO', 69.65, 18.96, 'Europe/Oslo', 'nordic', 8],
  ['Stockholm', 'Stockholm', 'SE', 59.33, 18.07, 'Europe/Stockholm', 'nordic', 28],
  ['Gothenburg', 'Västra Götaland', 'SE', 57.71, 11.97, 'Europe/Stockholm', 'nordic', 14],
  ['Malmö', 'Skåne', 'SE', 55.61, 13.0, 'Europe/Stockholm', 'nordic', 8],
  ['Copenhagen', 'Capital Region', 'DK', 55.68, 12.57, 'Europe/Copenhagen', 'nordic', 26],
  ['Aarhus', 'Central Denmark', 'DK', 56.16, 10.2, 'Europe/Copenhagen', 'nordic', 8],
  ['Helsinki', 'Uusimaa', 'FI', 60.17, 24.94, 'Europe/Helsinki', 'nordic', 14],
  ['Tampere', 'Pirkanmaa', 'FI', 61.5, 23.76, 'Europe/Helsinki', 'nordic', 5],
  ['Reykjavík', 'Capital Region', 'IS', 64.15, -21.94, 'Atlantic/Reykjavik', 'nordic', 6],
  ['Berlin', 'Berlin', 'DE', 52.52, 13.4, 'Europe/Berlin', 'german', 26],
  ['Hamburg', 'Hamburg', 'DE', 53.55, 9.99, 'Europe/Berlin', 'german', 16],
  ['Munich', 'Bavaria', 'DE', 48.14, 11.58, 'Europe/Berlin', 'german', 12],
  ['Cologne', 'North Rhine-Westphalia', 'DE', 50.94, 6.96, 'Europe/Berlin', 'german', 9],
  ['Vienna', 'Vienna', 'AT', 48.21, 16.37, 'Europe/Vienna', 'german', 10],
  ['Zürich', 'Zürich', 'CH', 47.38, 8.54, 'Europe/Zurich', 'german', 9],
  ['Amsterdam', 'North Holland', 'NL', 52.37, 4.9, 'Europe/Amsterdam', 'german', 15],
  ['London', 'England', 'GB', 51.51, -0.13, 'Europe/London', 'english', 38],
  ['Manchester', 'England', 'GB', 53.48, -2.24, 'Europe/London', 'english', 12],
  ['Bristol', 'England', 'GB', 51.45, -2.59, 'Europe/London', 'english', 9],
  ['Edinburgh', 'Scotland', 'GB', 55.95, -3.19, 'Europe/London', 'english', 11],
  ['Cardiff', 'Wales', 'GB', 51.48, -3.18, 'Europe/London', 'english', 5],
  ['Dublin', 'Leinster', 'IE', 53.35, -6.26, 'Europe/Dublin', 'english', 11],
  ['New York', 'New York', 'US', 40.71, -74.01, 'America/New_York', 'english', 34],
  ['Boston', 'Massachusetts', 'US', 42.36, -71.06, 'America/New_York', 'english', 12],
  ['Asheville', 'North Carolina', 'US', 35.6, -82.55, 'America/New_York', 'english', 8],
  ['Chicago', 'Illinois', 'US', 41.88, -87.63, 'America/Chicago', 'english', 16],
  ['Minneapolis', 'Minnesota', 'US', 44.98, -93.27, 'America/Chicago', 'english', 12],
  ['Austin', 'Texas', 'US', 30.27, -97.74, 'America/Chicago', 'english', 10],
  ['Denver', 'Colorado', 'US', 39.74, -104.99, 'America/Denver', 'english', 9],
  ['Santa Fe', 'New Mexico', 'US', 35.69, -105.94, 'America/Denver', 'english', 6],
  ['San Francisco', 'California', 'US', 37.77, -122.42, 'America/Los_Angeles', 'english', 18],
  ['Los Angeles', 'California', 'US', 34.05, -118.24, 'America/Los_Angeles', 'english', 18],
  ['Portland', 'Oregon', 'US', 45.52, -122.68, 'America/Los_Angeles', 'english', 12],
  ['Seattle', 'Washington', 'US', 47.61, -122.33, 'America/Los_Angeles', 'english', 12],
  ['Toronto', 'Ontario', 'CA', 43.65, -79.38, 'America/Toronto', 'english', 16],
  ['Vancouver', 'British Columbia', 'CA', 49.28, -123.12, 'America/Vancouver', 'english', 10],
  ['Montréal', 'Québec', 'CA', 45.5, -73.57, 'America/Toronto', 'french', 10],
  ['Melbourne', 'Victoria', 'AU', -37.81, 144.96, 'Australia/Melbourne', 'english', 14],
  ['Sydney', 'New South Wales', 'AU', -33.87, 151.21, 'Australia/Sydney', 'english', 12],
  ['Hobart', 'Tasmania', 'AU', -42.88, 147.33, 'Australia/Hobart', 'english', 3],
  ['Auckland', 'Auckland', 'NZ', -36.85, 174.76, 'Pacific/Auckland', 'english', 7],
  ['Paris', 'Île-de-France', 'FR', 48.86, 2.35, 'Europe/Paris', 'french', 20],
  ['Lyon', 'Auvergne-Rhône-Alpes', 'FR', 45.76, 4.84, 'Europe/Paris', 'french', 8],
  ['Nantes', 'Pays de la Loire', 'FR', 47.22, -1.55, 'Europe/Paris', 'french', 5],
  ['Brussels', 'Brussels', 'BE', 50.85, 4.35, 'Europe/Brussels', 'french', 7],
  ['Madrid', 'Madrid', 'ES', 40.42, -3.7, 'Europe/Madrid', 'iberian', 12],
  ['Barcelona', 'Catalonia', 'ES', 41.39, 2.17, 'Europe/Madrid', 'iberian', 12],
  ['Seville', 'Andalusia', 'ES', 37.39, -5.99, 'Europe/Madrid', 'iberian', 5],
  ['Mexico City', 'Mexico City', 'MX', 19.43, -99.13, 'America/Mexico_City', 'iberian', 12],
  ['Oaxaca', 'Oaxaca', 'MX', 17.07, -96.73, 'America/Mexico_City', 'iberian', 5],
  ['Bogotá', 'Bogotá', 'CO', 4.71, -74.07, 'America/Bogota', 'iberian', 5],
  ['Buenos Aires', 'Buenos Aires', 'AR', -34.6, -58.38, 'America/Argentina/Buenos_Aires', 'iberian', 7],
  ['Santiago', 'Santiago Metropolitan', 'CL', -33.45, -70.67, 'America/Santiago', 'iberian', 4],
  ['Lisbon', 'Lisbon', 'PT', 38.72, -9.14, 'Europe/Lisbon', 'lusophone', 10],
  ['Porto', 'Porto', 'PT', 41.16, -8.63, 'Europe/Lisbon', 'lusophone', 6],
  ['São Paulo', 'São Paulo', 'BR', -23.55, -46.63, 'America/Sao_Paulo', 'lusophone', 14],
  ['Rio de Janeiro', 'Rio de Janeiro', 'BR', -22.91, -43.17, 'America/Sao_Paulo', 'lusophone', 7],
  ['Milan', 'Lombardy', 'IT', 45.46, 9.19, 'Europe/Rome', 'italian', 10],
  ['Rome', 'Lazio', 'IT', 41.9, 12.5, 'Europe/Rome', 'italian', 8],
  ['Faenza', 'Emilia-Romagna', 'IT', 44.29, 11.88, 'Europe/Rome', 'italian', 4],
  ['Warsaw', 'Masovia', 'PL', 52.23, 21.01, 'Europe/Warsaw', 'slavic', 9],
  ['Kraków', 'Lesser Poland', 'PL', 50.06, 19.94, 'Europe/Warsaw', 'slavic', 6],
  ['Prague', 'Prague', 'CZ', 50.08, 14.44, 'Europe/Prague', 'slavic', 8],
  ['Ljubljana', null, 'SI', 46.06, 14.51, 'Europe/Ljubljana', 'slavic', 3],
  ['Kyiv', 'Kyiv', 'UA', 50.45, 30.52, 'Europe/Kyiv', 'slavic', 6],
  ['Sofia', 'Sofia', 'BG', 42.7, 23.32, 'Europe/Sofia', 'slavic', 4],
  ['Istanbul', 'Istanbul', 'TR', 41.01, 28.98, 'Europe/Istanbul', 'turkish', 9],
  ['İzmir', 'İzmir', 'TR', 38.42, 27.14, 'Europe/Istanbul', 'turkish', 4],
  ['Mumbai', 'Maharashtra', 'IN', 19.08, 72.88, 'Asia/Kolkata', 'indian', 8],
  ['Bengaluru', 'Karnataka', 'IN', 12.97, 77.59, 'Asia/Kolkata', 'indian', 9],
  ['Delhi', 'Delhi', 'IN', 28.61, 77.21, 'Asia/Kolkata', 'indian', 7],
  ['Kathmandu', 'Bagmati', 'NP', 27.72, 85.32, 'Asia/Kathmandu', 'indian', 2],
  ['Tokyo', 'Tokyo', 'JP', 35.68, 139.69, 'Asia/Tokyo', 'east_asian', 12],
  ['Kyoto', 'Kyoto', 'JP', 35.01, 135.77, 'Asia/Tokyo', 'east_asian', 8],
  ['Seoul', 'Seoul', 'KR', 37.57, 126.98, 'Asia/Seoul', 'east_asian', 8],
  ['Taipei', 'Taipei', 'TW', 25.03, 121.57, 'Asia/Taipei', 'east_asian', 5],
  ['Singapore', null, 'SG', 1.35, 103.82, 'Asia/Singapore', 'east_asian', 6],
  ['Hanoi', 'Hanoi', 'VN', 21.03, 105.85, 'Asia/Ho_Chi_Minh', 'east_asian', 4],
  ['Chiang Mai', 'Chiang Mai', 'TH', 18.79, 98.98, 'Asia/Bangkok', 'east_asian', 3],
  ['Cairo', 'Cairo', 'EG', 30.04, 31.24, 'Africa/Cairo', 'arabic', 5],
  ['Amman', 'Amman', 'JO', 31.95, 35.93, 'Asia/Amman', 'arabic', 3],
  ['Dubai', 'Dubai', 'AE', 25.2, 55.27, 'Asia/Dubai', 'arabic', 4],
  ['Tel Aviv', 'Tel Aviv', 'IL', 32.09, 34.78, 'Asia/Jerusalem', 'arabic', 4],
  ['Casablanca', 'Casablanca-Settat', 'MA', 33.57, -7.59, 'Africa/Casablanca', 'arabic', 3],
  ['Lagos', 'Lagos', 'NG', 6.52, 3.38, 'Africa/Lagos', 'african', 7],
  ['Accra', 'Greater Accra', 'GH', 5.6, -0.19, 'Africa/Accra', 'african', 4],
  ['Nairobi', 'Nairobi', 'KE', -1.29, 36.82, 'Africa/Nairobi', 'african', 5],
  ['Cape Town', 'Western Cape', 'ZA', -33.92, 18.42, 'Africa/Johannesburg', 'african', 7],
  ['Addis Ababa', 'Addis Ababa', 'ET', 9.03, 38.74, 'Africa/Addis_Ababa', 'african', 2],
]

export const CITIES: City[] = ROWS.map(([city, region, country, latitude, longitude, time_zone, culture, weight]) => ({
  city,
  region,
  country,
  latitude,
  longitude,
  time_zone,
  culture,
  weight,
}))
