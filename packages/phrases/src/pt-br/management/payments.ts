/** The payment provider: links of customers, and failures. */
export const payments = {
  'payment.section': 'Pagamentos',
  'payment.linked': 'Vinculado',
  'payment.pending': 'Enviando',
  'payment.none': 'Não enviado',
  'payment.failed': 'Não vinculado',
  'payment.outdated': 'Desatualizado no provedor',
  'payment.number': 'cadastro {{id}}',
  'payment.open': 'Abrir no provedor',
  'payment.retry': 'Tentar de novo',
  'payment.send': 'Enviar',
  'payment.sendOne': 'Enviar {{name}} ao provedor',
  'payment.unlink': 'Desvincular',
  'payment.says': 'O provedor diz: {{words}}',
  'payment.keptOtherwise': 'O provedor guarda outro valor.',
  'payment.unknown':
    'Salvo aqui. Não se soube ainda se o provedor de pagamentos aceitou: veja no cadastro do cliente.',
  'payment.unmatched': 'Conferir com o provedor de pagamentos',
  'payment.reading': 'Lendo todos os clientes do provedor…',
  'payment.linkedCount_one': '{{count}} cliente vinculado.',
  'payment.linkedCount_other': '{{count}} clientes vinculados.',
  'payment.cut': 'O provedor tem mais clientes do que os lidos: esta conferência não está completa.',
  'payment.unreadableRows_one': '{{count}} registro do provedor não tem número e não aparece aqui.',
  'payment.unreadableRows_other': '{{count}} registros do provedor não têm número e não aparecem aqui.',
  'payment.linkAll_one': 'Vincular {{count}} par de mesmo CPF/CNPJ',
  'payment.linkAll_other': 'Vincular {{count}} pares de mesmo CPF/CNPJ',
  'payment.linkedOne': 'Vinculado.',
  'payment.sentOne': 'Enviado e vinculado.',
  'payment.linkedMany_one': '{{count}} par vinculado.',
  'payment.linkedMany_other': '{{count}} pares vinculados.',
  'payment.ambiguous_one': '{{count}} CPF/CNPJ se repete: escolha você.',
  'payment.ambiguous_other': '{{count}} CPF/CNPJ se repetem: escolha você.',
  'payment.onlyThere': 'Só no provedor',
  'payment.onlyHere': 'Só aqui',
  'payment.matchHere': 'Mesmo CPF/CNPJ aqui',
  'payment.matchThere': 'Mesmo CPF/CNPJ no provedor',
  'payment.noMatch': 'Nenhum',
  'payment.linkWith': 'Vincular a {{name}}',
  'payment.nobodyAlone': 'Ninguém sem par deste lado.',
  'payment.firstShown': 'Mostrando os primeiros {{shown}} de {{count}}.',
  'paymentFault.refused':
    'Salvo aqui. O provedor de pagamentos recusou os dados e nada gravou lá: corrija e salve de novo.',
  'paymentFault.key-refused':
    'Salvo aqui. O provedor de pagamentos não aceitou a chave desta conta e nada gravou lá. Peça a um administrador que confira o atributo apiKeySeller e tente de novo.',
  'paymentFault.gone':
    'Salvo aqui. O provedor de pagamentos não tem mais este cadastro e nada gravou lá. Tentar de novo cria outro.',
  'paymentFault.unreachable':
    'Salvo aqui. O provedor de pagamentos não respondeu e nada foi gravado lá. Tente de novo em instantes.',
  'paymentFault.uncertain':
    'Salvo aqui. A resposta do provedor de pagamentos se perdeu: pode ter sido gravado lá ou não. Tentar de novo confere antes de gravar.',
  'paymentFault.not-kept':
    'Salvo aqui. O provedor de pagamentos disse que gravou, mas não é o que se lê lá. Tente de novo; se repetir, avise o provedor.',
  'paymentFault.unreadable':
    'Salvo aqui. O provedor de pagamentos respondeu algo que não se entende: pode ter sido gravado lá ou não. Tente de novo em instantes.',
  'paymentFault.taken':
    'Salvo aqui. O cadastro do provedor com este CPF/CNPJ já está vinculado a outro cliente. Desvincule-o antes e tente de novo.',
  'paymentGap.no-provider': 'A sua conta não tem provedor de pagamentos: nada é enviado.',
  'paymentGap.no-address':
    'O provedor de pagamentos ainda não está configurado neste servidor: nada é enviado. Peça a quem o opera que defina PAYMENT_URL.',
  'paymentGap.no-key':
    'Falta a chave do provedor de pagamentos na sua conta: nada é enviado. Peça a um administrador que preencha o atributo apiKeySeller.',
  'paymentGap.key-unreadable':
    'A chave do provedor de pagamentos guardada na sua conta não pode mais ser lida: nada é enviado. Peça a um administrador que a digite de novo no atributo apiKeySeller.',
};

export type PaymentsKey = keyof typeof payments;
