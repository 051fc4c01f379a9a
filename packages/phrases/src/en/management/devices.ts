import type { DevicesKey, ProtocolSettingsKey } from '../../pt-br/management/devices.ts';

/** Devices: list, form, accumulators, trackers nobody knows. */
export const devices = {
  'device.title': 'Devices',
  'device.new': 'New device',
  'device.edit': 'Edit device',
  'device.counts': '{{registered}} registered · {{active}} active',
  'device.tabData': 'Data',
  'device.tabVehicle': 'Vehicle',
  'device.tabTracker': 'Tracker',
  'device.tabContact': 'Contact',
  'device.tabAttributes': 'Attributes',
  'device.name': 'Name',
  'device.nameRequired': 'A name is required',
  'device.uniqueId': 'Identifier',
  'device.uniqueIdRequired': 'An identifier is required',
  'device.group': 'Group',
  'device.customer': 'Customer',
  'device.category': 'Category',
  'device.status': 'Status',
  'device.lastUpdate': 'Last communication',
  'device.disabled': 'Disabled',
  'device.phone': 'SIM card phone',
  'device.model': 'Tracker model',
  'device.contact': 'Contact',
  'device.plate': 'Plate',
  'device.year': 'Year',
  'device.vehicleModel': 'Vehicle model',
  'device.fuelType': 'Fuel type',
  'device.fuelConsumption': 'Consumption (km/L)',
  'device.manufacturer': 'Manufacturer',
  'device.color': 'Colour',
  'device.renavam': 'RENAVAM',
  'device.chassi': 'Chassis number',
  'device.modelYear': 'Model year',
  'device.vehicleType': 'Type (as in the document)',
  'device.species': 'Species',
  'device.registrationCity': 'City of registration',
  'device.registrationState': 'State of registration',
  'device.devicePassword': 'Equipment password',
  'device.speedLimit': 'Speed limit',
  'device.installationLocation': 'Place of installation',
  'device.blockInstalled': 'Block installed',
  'device.blockUnknown': 'Not said',
  'device.blockCuts': 'What the block cuts',
  'device.cutsFuel': 'Fuel pump',
  'device.cutsIgnition': 'Ignition',
  'device.cutsStarter': 'Starter motor',
  'device.technician': 'Technician',
  'device.cc_email': 'E-mail in copy',
  'device.m2mProvider': 'M2M provider',
  'device.iccid': 'SIM card ICCID',
  'device.ignoreOdometer': "Ignore the tracker's odometer",
  'device.traceLimit': 'Trace point limit',
  'device.timezone': "Tracker's time zone",
  'device.uniqueIdHint': 'IMEI or serial number that the tracker sends.',
  'device.disabledHint': 'Hidden from the map and charts.',
  'device.tabProtocol': 'Protocol',
  'device.settingsOf': 'Settings of the protocol',
  'device.settingsOfHint': 'Needed only where the tracker differs from others of its protocol.',
  'device.settingsOfModel': 'Default of the model',
  'device.settingUnset': 'Not set',
  'fuel.flex': 'Flex',
  'fuel.gasoline': 'Petrol',
  'fuel.ethanol': 'Ethanol',
  'fuel.diesel': 'Diesel',
  'fuel.gas': 'CNG',
  'fuel.electric': 'Electric',
  'fuel.hybrid': 'Hybrid',
  'accumulator.title': 'Odometer and engine hours',
  'accumulator.totalDistance': 'Odometer (km)',
  'accumulator.hours': 'Engine hours (h)',
  'accumulator.required': 'A name is required',
} satisfies Record<DevicesKey, string>;

/** What differs between trackers of one protocol, set on the device; `.help` says when to touch it. */

export const protocolSettings = {
  'protocolSetting.calamp.accumulators': 'CalAmp: what each accumulator counts',
  'protocolSetting.calamp.accumulators.help':
    'As the unit’s script fills them, such as 0=odometer, 1=power*0.001, 3=blocked: number, key and, where needed, factor. Empty: acc0, acc1…',
  'protocolSetting.calamp.alarms': 'CalAmp: alarms by event code',
  'protocolSetting.calamp.alarms.help':
    'The event codes of the script that are alarms, such as 20=sos, 21=powerCut, 22=lowBattery. Empty: no code is an alarm.',
  'protocolSetting.calamp.relayOutput': 'CalAmp: output of the relay',
  'protocolSetting.calamp.relayOutput.help': 'Number of the output that cuts the engine; 0 when empty.',
  'protocolSetting.easytrack.e3plus': 'E3+ 4G',
  'protocolSetting.easytrack.e3plus.help':
    'Turn on for the E3+ 4G of BWS: it waits for an answer to its reports, and tells an hour meter where others tell a card.',
  'protocolSetting.gl200.sack': 'Queclink: acknowledge reports',
  'protocolSetting.gl200.sack.help':
    'No: reports are not answered with +SACK, which saves data of trackers with SACK Enable 0. Empty or yes: all are.',
  'protocolSetting.gps103.alternative': 'GPS103: commands by number',
  'protocolSetting.gps103.alternative.help':
    'Yes for units set to protocol in, which take 109 and 110; no for letters, J and K. Empty: as the tracker names its own reports.',
  'protocolSetting.gt06.alternative': 'GT06: block by DYD and HFYD',
  'protocolSetting.gt06.alternative.help':
    'For the first GT06 and clones that do not obey Relay: the block goes as DYD,password# and the release as HFYD,password#.',
  'protocolSetting.gt06.language': 'GT06: language behind the command',
  'protocolSetting.gt06.language.help':
    'Turn on when the tracker gets commands and does not answer: some clones wait for two bytes of language after the text.',
  'protocolSetting.jt808.block': 'JT808: how it blocks',
  'protocolSetting.jt808.block.help':
    'Empty or f0: 8105 with F0 and F1. 64: SeeWorld and G10LS. vl300: Jimi VL300. a006 or 8500: what the manual of the model says. text: RELAY,1# and RELAY,0# as text.',
  'protocolSetting.jt808.parameterText': 'JT808: text as a parameter',
  'protocolSetting.jt808.parameterText.help':
    'Turn on for AOVX AL300 and GL100 and Jimi VL300: commands in words go in parameter F030 instead of message 8300.',
  'protocolSetting.meiligao.alternative': 'Meiligao: block by 0x4114',
  'protocolSetting.meiligao.alternative.help':
    'Turn on when the tracker does not obey the block: some models take the state of all five outputs at once.',
  'protocolSetting.meiligao.ignitionInput': 'Meiligao: ignition input',
  'protocolSetting.meiligao.ignitionInput.help':
    'Number of the input, 1 to 5, that the ignition is wired to. Empty: the ignition is not known.',
  'protocolSetting.meitrack.alternative': 'Meitrack: arm by B21',
  'protocolSetting.meitrack.alternative.help':
    'Turn on for trackers with an alarm of their own. Otherwise arming and disarming switch output 3, to which a siren is wired.',
  'protocolSetting.meitrack.ignitionInput': 'Meitrack: ignition input',
  'protocolSetting.meitrack.ignitionInput.help':
    'Number of the input that the ignition is wired to: usually 2 in T322X, T366 and T399, 3 in T333 and T622. Empty: the ignition is not known.',
  'protocolSetting.mxt.alarms': 'Maxtrack: alarms by reason',
  'protocolSetting.mxt.alarms.help':
    'The reasons of a report that are alarms, by the manual of the model, such as 5=powerCut, 9=jamming. Empty: no reason is an alarm; panic is always read.',
  'protocolSetting.mxt.blockCommand': 'Maxtrack: command that blocks',
  'protocolSetting.mxt.blockCommand.help':
    'Type and body of the command, in hexadecimal, as in the protocol that Maxtrack supplies. Empty: a block is refused.',
  'protocolSetting.mxt.blockOutput': 'Maxtrack: output of the block',
  'protocolSetting.mxt.blockOutput.help': 'Number of the output that cuts the engine, 1 to 3; 1 when empty.',
  'protocolSetting.mxt.releaseCommand': 'Maxtrack: command that releases',
  'protocolSetting.mxt.releaseCommand.help':
    'Type and body of the command, in hexadecimal, as in the protocol that Maxtrack supplies. Empty: a release is refused.',
  'protocolSetting.suntech.prefix': 'Suntech: series in commands',
  'protocolSetting.suntech.prefix.help':
    'How commands of the older series begin, such as ST300 or SA200. Empty: the series that the tracker itself uses.',
  'protocolSetting.suntech.universal': 'Suntech: universal protocol',
  'protocolSetting.suntech.universal.help':
    'Yes for ST4300, ST8300 and their line; no for ST300 and ST340. Empty: as the tracker itself speaks.',
  'protocolSetting.tk103.alternative': 'TK103: commands in brackets',
  'protocolSetting.tk103.alternative.help':
    'For Vjoy Car and others that accept SMS texts instead of the short commands. They have no text for the block.',
  'protocolSetting.h02.alternative': 'H02: interval by D1',
  'protocolSetting.h02.alternative.help':
    'Turn on if the tracker does not accept the position interval: some models expect D1 instead of S71.',
  'protocolSetting.totem.output': 'Totem: output of the block',
  'protocolSetting.totem.output.help':
    'Letter of the output that the relay is wired to: A, B, C or D. Empty: C, as in the manuals.',
} satisfies Record<ProtocolSettingsKey, string>;
