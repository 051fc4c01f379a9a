/** Devices: list, form, accumulators, trackers nobody knows. */
export const devices = {
  'device.title': 'Dispositivos',
  'device.new': 'Novo dispositivo',
  'device.edit': 'Editar dispositivo',
  'device.counts': '{{registered}} cadastrados · {{active}} ativos',
  'device.tabData': 'Dados',
  'device.tabVehicle': 'Veículo',
  'device.tabTracker': 'Rastreador',
  'device.tabContact': 'Contato',
  'device.tabAttributes': 'Atributos',
  'device.name': 'Nome',
  'device.nameRequired': 'Nome é necessário',
  'device.uniqueId': 'Identificador',
  'device.uniqueIdRequired': 'Indentificador é necessário',
  'device.group': 'Grupo',
  'device.customer': 'Cliente',
  'device.category': 'Categoria',
  'device.status': 'Estado',
  'device.lastUpdate': 'Última comunicação',
  'device.disabled': 'Desativado',
  'device.phone': 'Telefone do chip',
  'device.model': 'Modelo do rastreador',
  'device.contact': 'Contato',
  'device.plate': 'Placa',
  'device.year': 'Ano',
  'device.vehicleModel': 'Modelo do veículo',
  'device.fuelType': 'Combustível',
  'device.fuelConsumption': 'Consumo (km/L)',
  'device.manufacturer': 'Fabricante',
  'device.color': 'Cor',
  'device.renavam': 'RENAVAM',
  'device.chassi': 'Chassi',
  'device.modelYear': 'Ano do modelo',
  'device.vehicleType': 'Tipo (como no documento)',
  'device.species': 'Espécie',
  'device.registrationCity': 'Município de emplacamento',
  'device.registrationState': 'UF de emplacamento',
  'device.devicePassword': 'Senha do equipamento',
  'device.speedLimit': 'Limite de velocidade',
  'device.installationLocation': 'Local de instalação',
  'device.technician': 'Técnico',
  'device.blockInstalled': 'Bloqueio instalado',
  'device.blockUnknown': 'Não informado',
  'device.blockCuts': 'O que o bloqueio corta',
  'device.cutsFuel': 'Bomba de combustível',
  'device.cutsIgnition': 'Ignição',
  'device.cutsStarter': 'Motor de partida',
  'device.cc_email': 'E-mail em cópia',
  'device.m2mProvider': 'Operadora M2M',
  'device.iccid': 'ICCID do chip',
  'device.ignoreOdometer': 'Ignorar o odômetro do rastreador',
  'device.traceLimit': 'Limite de pontos da rota',
  'device.timezone': 'Fuso horário do rastreador',
  'device.uniqueIdHint': 'IMEI ou número de série que o rastreador informa.',
  'device.disabledHint': 'Não entra no mapa nem nos painéis.',
  'device.tabProtocol': 'Protocolo',
  'device.settingsOf': 'Ajustes do protocolo',
  'device.settingsOfHint': 'Só é preciso mexer quando o rastreador difere dos outros do mesmo protocolo.',
  'device.settingsOfModel': 'Conforme o modelo',
  'device.settingUnset': 'Não definido',
  'fuel.flex': 'Flex',
  'fuel.gasoline': 'Gasolina',
  'fuel.ethanol': 'Etanol',
  'fuel.diesel': 'Diesel',
  'fuel.gas': 'GNV',
  'fuel.electric': 'Elétrico',
  'fuel.hybrid': 'Híbrido',
  'accumulator.title': 'Odômetro e horímetro',
  'accumulator.totalDistance': 'Odômetro (km)',
  'accumulator.hours': 'Horas de motor (h)',
  'accumulator.required': 'Nome é necessário',
};

export type DevicesKey = keyof typeof devices;

/** What differs between trackers of one protocol, set on the device; `.help` says when to touch it. */
export const protocolSettings = {
  'protocolSetting.calamp.accumulators': 'CalAmp: o que cada acumulador conta',
  'protocolSetting.calamp.accumulators.help':
    'Como o script do rastreador os enche, por exemplo 0=odometer, 1=power*0.001, 3=blocked: número, chave e, se preciso, fator. Vazio: acc0, acc1…',
  'protocolSetting.calamp.alarms': 'CalAmp: alarmes por código de evento',
  'protocolSetting.calamp.alarms.help':
    'Os códigos de evento do script que são alarmes, por exemplo 20=sos, 21=powerCut, 22=lowBattery. Vazio: nenhum código é alarme.',
  'protocolSetting.calamp.relayOutput': 'CalAmp: saída do relé',
  'protocolSetting.calamp.relayOutput.help': 'Número da saída que corta o motor; 0 se vazio.',
  'protocolSetting.easytrack.e3plus': 'E3+ 4G',
  'protocolSetting.easytrack.e3plus.help':
    'Ligue para o E3+ 4G da BWS: ele espera resposta às suas mensagens e informa o horímetro onde outros informam um cartão.',
  'protocolSetting.gl200.sack': 'Queclink: confirmar relatórios',
  'protocolSetting.gl200.sack.help':
    'Não: os relatórios não são confirmados com +SACK, o que poupa dados de rastreadores com SACK Enable 0. Vazio ou sim: todos são.',
  'protocolSetting.gps103.alternative': 'GPS103: comandos por número',
  'protocolSetting.gps103.alternative.help':
    'Sim para rastreadores em protocol in, que aceitam 109 e 110; não para letras, J e K. Vazio: como o próprio rastreador nomeia seus relatórios.',
  'protocolSetting.gt06.alternative': 'GT06: bloqueio por DYD e HFYD',
  'protocolSetting.gt06.alternative.help':
    'Para os primeiros GT06 e clones que não obedecem a Relay: o bloqueio vai como DYD,senha# e o desbloqueio como HFYD,senha#.',
  'protocolSetting.gt06.language': 'GT06: idioma no fim do comando',
  'protocolSetting.gt06.language.help':
    'Ligue se o rastreador recebe comandos e não responde: alguns clones esperam dois bytes de idioma depois do texto.',
  'protocolSetting.jt808.block': 'JT808: como bloqueia',
  'protocolSetting.jt808.block.help':
    'Vazio ou f0: 8105 com F0 e F1. 64: SeeWorld e G10LS. vl300: Jimi VL300. a006 ou 8500: o que o manual do modelo mandar. text: RELAY,1# e RELAY,0# em texto.',
  'protocolSetting.jt808.parameterText': 'JT808: texto como parâmetro',
  'protocolSetting.jt808.parameterText.help':
    'Ligue para AOVX AL300 e GL100 e Jimi VL300: os comandos de texto vão no parâmetro F030, não na mensagem 8300.',
  'protocolSetting.meiligao.alternative': 'Meiligao: bloqueio por 0x4114',
  'protocolSetting.meiligao.alternative.help':
    'Ligue se o rastreador não obedece ao bloqueio: alguns modelos recebem o estado das cinco saídas de uma vez.',
  'protocolSetting.meiligao.ignitionInput': 'Meiligao: entrada da ignição',
  'protocolSetting.meiligao.ignitionInput.help':
    'Número da entrada, de 1 a 5, em que a ignição está ligada. Vazio: a ignição não é conhecida.',
  'protocolSetting.meitrack.alternative': 'Meitrack: armar por B21',
  'protocolSetting.meitrack.alternative.help':
    'Ligue para rastreadores com alarme próprio. Senão, armar e desarmar acionam a saída 3, na qual se liga uma sirene.',
  'protocolSetting.meitrack.ignitionInput': 'Meitrack: entrada da ignição',
  'protocolSetting.meitrack.ignitionInput.help':
    'Número da entrada em que a ignição está ligada: em geral 2 no T322X, T366 e T399, e 3 no T333 e T622. Vazio: a ignição não é conhecida.',
  'protocolSetting.mxt.alarms': 'Maxtrack: alarmes por motivo',
  'protocolSetting.mxt.alarms.help':
    'Os motivos de transmissão que são alarmes, conforme o manual do modelo, por exemplo 5=powerCut, 9=jamming. Vazio: nenhum motivo é alarme; o pânico é lido sempre.',
  'protocolSetting.mxt.blockCommand': 'Maxtrack: comando que bloqueia',
  'protocolSetting.mxt.blockCommand.help':
    'Tipo e corpo do comando, em hexadecimal, como no protocolo que a Maxtrack fornece. Vazio: o bloqueio é recusado.',
  'protocolSetting.mxt.blockOutput': 'Maxtrack: saída do bloqueio',
  'protocolSetting.mxt.blockOutput.help': 'Número da saída que corta o motor, de 1 a 3; 1 se vazio.',
  'protocolSetting.mxt.releaseCommand': 'Maxtrack: comando que desbloqueia',
  'protocolSetting.mxt.releaseCommand.help':
    'Tipo e corpo do comando, em hexadecimal, como no protocolo que a Maxtrack fornece. Vazio: o desbloqueio é recusado.',
  'protocolSetting.suntech.prefix': 'Suntech: série nos comandos',
  'protocolSetting.suntech.prefix.help':
    'O começo dos comandos da série antiga, por exemplo ST300 ou SA200. Vazio: a série que o próprio rastreador usa.',
  'protocolSetting.suntech.universal': 'Suntech: protocolo universal',
  'protocolSetting.suntech.universal.help':
    'Sim para ST4300, ST8300 e os da mesma linha; não para ST300 e ST340. Vazio: como o próprio rastreador fala.',
  'protocolSetting.tk103.alternative': 'TK103: comandos entre colchetes',
  'protocolSetting.tk103.alternative.help':
    'Para Vjoy Car e outros que aceitam o texto de um SMS no lugar dos comandos curtos. Neles não há comando de bloqueio.',
  'protocolSetting.h02.alternative': 'H02: intervalo por D1',
  'protocolSetting.h02.alternative.help':
    'Ligue se o rastreador não aceita o intervalo das posições: alguns modelos esperam D1 no lugar de S71.',
  'protocolSetting.totem.output': 'Totem: saída do bloqueio',
  'protocolSetting.totem.output.help':
    'Letra da saída em que o relé está ligado: A, B, C ou D. Vazio: C, como nos manuais.',
};

export type ProtocolSettingsKey = keyof typeof protocolSettings;
