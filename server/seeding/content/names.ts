/** A group of names that are common in the same places. Each city has one culture. */
export type Culture = keyof typeof NAMES

export interface Name {
  /** Spelling by subscribers. */
  given: string
  /** Spelling in ASCII, as in an email address. */
  given_ascii: string
}

// `given` names have their usual spelling, with an ASCII form after `=` if it cannot be derived. `family` names are only used in addresses.
const NAMES = {
  nordic: {
    given: `Ingrid Nora Søren Åse Lars Astrid Håkon Linnéa Björn Sofie Emil Maja Oskar Frøya Elin Magnus Tuva Sindre Signe Aksel
      Þóra=thora Guðrún=gudrun Jökull Aino Eero Kaisa Väinö Anneli Sverre Ragnhild`,
    family: `hansen johansen olsen larsen andersen nilsen berg haugen lind eriksson lindberg nystrom jensen dahl virtanen korhonen
      makinen jonsdottir strand moen holm bakke`,
  },
  german: {
    given: `Anna Lukas Jürgen Käthe Sabine Matthias Lena Jonas Hannah Felix Greta Moritz Ulrike Stefan Franziska Jörg Heike Tobias
      Björn Annika Günther Bärbel Sophie Maximilian`,
    family:
      'mueller schmidt schneider fischer weber wagner becker hoffmann koch richter klein wolf neumann braun kraus vogel huber',
  },
  english: {
    given: `Olivia Noah Emma Liam Grace Jack Amelia Henry Isla Arthur Freya Theo Maisie Callum Zoë Rory Siân Aoife=aoife Niamh Ciarán
      Ava Mason Harper Logan Ruby Ethan Chloe Tyler Hazel Owen Imogen Declan Poppy Wyatt`,
    family: `smith jones taylor brown wilson evans thomas roberts walker wright clarke hughes murphy kelly oconnor byrne campbell
      stewart anderson miller davis garcia moore white harris martin`,
  },
  french: {
    given: `Camille Léa Hugo Chloé Théo Inès Élodie Gaëlle Antoine Mathéo Zoé Noémie Jérôme Océane François Anaïs Étienne Margaux
      Benoît Solène Loïc Amélie`,
    family:
      'martin bernard dubois thomas robert petit durand leroy moreau simon laurent lefebvre roux fournier girard mercier blanc',
  },
  iberian: {
    given: `José María Lucía Álvaro Sofía Iñigo Martín Inés Joaquín Begoña Andrés Ximena Nuria Raúl Beatriz Tomás Íñaki=inaki Rocío
      Mateo Valentina Santiago Camila Emiliano Renata`,
    family:
      'garcia fernandez lopez martinez sanchez perez gomez ruiz diaz moreno alvarez romero navarro torres ramos vega castillo',
  },
  lusophone: {
    given: `João Inês Tiago Beatriz Gonçalo Mariana Conceição Rafael Thaís Luísa Caio Antônio Débora Vinícius Larissa Otávio Júlia
      Heitor Letícia Bruno`,
    family:
      'silva santos oliveira souza pereira costa carvalho almeida ferreira rodrigues gomes ribeiro martins barbosa rocha',
  },
  italian: {
    given: `Giulia Marco Niccolò Chiara Lorenzo Noè Sofia Alessandro Elisa Matteo Francesca Davide Aurora Tommaso Ilaria Riccardo
      Benedetta Simone`,
    family:
      'rossi russo ferrari esposito bianchi romano colombo ricci marino greco bruno gallo conti deluca costa fontana',
  },
  slavic: {
    given: `Łukasz Agnieszka Jiří Božena Katarzyna Tomáš Živa Małgorzata Zdeněk Petra Ondřej Milica Ольга=olga Дмитро=dmytro
      Наталія=nataliia Иван=ivan Zuzana Paweł Šárka Bogdan Ivana Радка=radka Marek Ewa`,
    family: `kowalski nowak wisniewski wojcik kaminski novak svoboda dvorak horvat kovac petrovic jovanovic shevchenko bondarenko
      melnyk ivanov petrov dimitrov`,
  },
  turkish: {
    given: 'Ayşe Mehmet Zeynep Emre Çağla Ömer Gülşen İbrahim=ibrahim Elif Burak Şule Deniz Ece Kerem Özlem Yiğit',
    family: 'yilmaz kaya demir celik sahin yildiz ozturk aydin arslan dogan kilic aslan cetin',
  },
  indian: {
    given: `Priya Arjun Ananya Rohan Kavya Vikram Meera Aditya Divya Sanjay Lakshmi Rahul अंजलि=anjali विक्रम=vikram Ishaan Neha Farhan
      Aarav Sneha Karthik`,
    family: 'sharma patel singh kumar gupta reddy nair iyer khan das mehta joshi rao verma menon chowdhury',
  },
  east_asian: {
    given: `美咲=misaki Haruto=haruto 陽菜=hina Yuki さくら=sakura Kenji 健太=kenta Naoko Ren 지우=jiwoo Minjun 서연=seoyeon Hana
      Wei 小明=xiaoming Mei 伟=wei Jing 嘉欣=kahyan Linh Thảo=thao Đức=duc Somchai Ploy`,
    family:
      'sato suzuki takahashi tanaka ito kim lee park choi chen wang li zhang liu wong lam nguyen tran pham srisai',
  },
  arabic: {
    given: `Fatima Omar محمد=mohamed Layla Youssef نور=nour Amira Khaled سارة=sara Hassan Salma Tariq Dina Karim مريم=maryam Rania נועה=noa
      Yael`,
    family: 'hassan ali ibrahim khalil mansour haddad nasser saleh farah aziz benali elamrani levi cohen',
  },
  african: {
    given: `Amara Kwame Zanele Chinedu Thandiwe Oluwaseun Wanjiru Tendai Abebe Naledi Kofi Adaeze Sipho Lerato Amina Jabari Ọmọlará=omolara
      Nia`,
    family: 'okafor mensah dlamini adeyemi kamau nkosi otieno mbeki eze banda mwangi abdi ndlovu tesfaye boateng',
  },
}

export const CULTURES = Object.keys(NAMES) as Culture[]
export const givenNames = (culture: Culture): Name[] => words(NAMES[culture].given).map(nameOf)
export const familyNames = (culture: Culture): string[] => words(NAMES[culture].family)

/** Reserved by RFC 2606, so no address receives email. */
export const MAIL_DOMAINS =
  words(`example.com example.net example.org mail.example post.example inbox.example postbox.example
  fjordmail.example quickpost.example webpost.example`)

function nameOf(entry: string): Name {
  const [given = '', ascii] = entry.split('=')
  return { given, given_ascii: ascii ?? toAscii(given) }
}

// Characters that Unicode does not decompose into a base and a mark.
const WHOLE: Record<string, string> = { ø: 'o', ł: 'l', æ: 'ae', ß: 'ss', ı: 'i', đ: 'd' }

const toAscii = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłæßıđ]/g, (char) => WHOLE[char] ?? '')

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
