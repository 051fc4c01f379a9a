/** What went wrong: toasts by status, one text for each error code of the API, the states of a failed view. */
export const errors = {
  'error.status400': 'Operação não autorizada',
  'error.status401': 'Usuário não autenticado',
  'error.status403': 'Não possui direitos de acesso',
  'error.status404': 'Não encontrado',
  'error.internal': 'Ops! Erro interno',
  'error.connection': 'Erro de conexão',
  'error.offline': 'Sem rede. Quando ela voltar, tudo é carregado de novo.',
  'error.notSent': 'Sem rede: nada foi enviado.',
  'error.unanswered': 'Erro de conexão: não houve resposta, e a alteração pode ter sido feita.',
  'error.leftUnanswered':
    'A tela foi fechada antes da resposta do servidor: a alteração pode ter sido feita.',
  'error.socket': 'Erro na conexão com Web Socket',
  'error.general': 'Parâmetros inválidos ou violação de restrições',
  'error.notZero': 'Não pode ser zero',
  'error.timeout': 'O servidor demorou demais para responder. Nada foi perdido; tente de novo.',
  'error.widgetTitle': 'Esta parte da tela falhou',
  'error.widgetText': 'O restante continua funcionando. Tente de novo; se repetir, recarregue a página.',
  'error.reload': 'Recarregar a página',
  'error.retry': 'Tentar de novo',
  'error.requestId': 'Código para o suporte: {{requestId}}',
  'connection.asOf': 'Sem conexão: situação de {{age}}',
  'connection.behind': 'Fora do tempo real',
  'connection.behindHint':
    'Os dados podem estar atrasados: parte do sistema não está se comunicando. A tela se atualiza sozinha.',
  'connection.lost': 'Sem conexão ao vivo',
  'connection.nextIn': 'tenta em {{seconds}} s',
  'connection.trying': 'tentando…',
  'connection.tryNow': 'Tentar agora',
  'error.socketLost': 'Conexão ao vivo perdida. Mostrando os últimos dados; reconectando…',
  'error.socketBack': 'Conexão ao vivo restabelecida.',
  'apiError.invalid-input': 'Há campos com valores inválidos. Nada foi gravado; corrija-os e tente de novo.',
  'apiError.desk-role-needed': 'Seu usuário não trabalha na mesa de alarmes. Peça ao administrador.',
  'apiError.supervisor-needed': 'Só um supervisor da mesa de alarmes faz isso.',
  'apiError.alarm-claimed': 'Outro operador já assumiu este alarme.',
  'apiError.step-changed':
    'Este passo já foi feito ou mudou enquanto isso. Nada foi feito; confira como está o procedimento.',
  'apiError.step-waits': 'O tempo deste passo ainda não terminou. O alarme volta para você sozinho.',
  'apiError.invalid-procedure': 'O procedimento tem passos que não combinam. Corrija-os e tente de novo.',
  'apiError.alarm-changed': 'O alarme mudou enquanto isso. Nada foi feito; confira como ele está.',
  'apiError.handover-accepted':
    'Outra pessoa já aceitou esta passagem de turno, ou ela é sua. Nada mudou; atualize a lista.',
  'apiError.colleague-away': 'Esse colega não está em serviço. Escolha outro ou devolva à fila.',
  'apiError.work-not-held':
    'Você não está neste atendimento: assuma-o primeiro. Nada foi mostrado nem alterado.',
  'apiError.steps-open': 'Há passos obrigatórios em aberto. Conclua-os antes de encerrar.',
  'apiError.nobody-to-tell':
    'Não há ninguém a avisar sobre este alarme. Peça a um administrador que indique supervisores.',
  'apiError.note-required': 'Escreva uma observação para encerrar.',
  'apiError.critical-one-by-one': 'Alarmes críticos são encerrados um a um.',
  'apiError.duplicate-unique-id': 'Já existe um dispositivo com este identificador. Informe outro.',
  'apiError.duplicate-user-name': 'Já existe um usuário com este e-mail ou login. Informe outro.',
  'apiError.group-cycle': 'Um grupo não pode ficar dentro de si mesmo. Escolha outro grupo superior.',
  'apiError.user-cycle': 'Um usuário não pode administrar quem o administra.',
  'apiError.duplicate-driver': 'Já existe um motorista com este identificador. Informe outro.',
  'apiError.invalid-area': 'A área da cerca não pôde ser lida. Desenhe-a de novo.',
  'apiError.invalid-calendar': 'O arquivo do calendário está com defeito e não foi gravado.',
  'apiError.invalid-expression': 'A expressão não pôde ser lida. Corrija-a e tente de novo.',
  'apiError.zero-period': 'Não pode ser zero',
  'apiError.customer-group-required': 'Escolha um grupo que você vê: sem ele você não veria o cliente.',
  'apiError.last-administrator': 'Este é o último administrador ativo. Nomeie outro antes de alterá-lo.',
  'apiError.device-limit-reached':
    'O limite de dispositivos foi atingido. Peça um limite maior a quem administra a conta.',
  'apiError.user-limit-reached':
    'O limite de usuários foi atingido. Peça um limite maior a quem administra a conta.',
  'apiError.reference-not-found':
    'Um dos itens escolhidos não existe mais. Atualize a lista e escolha de novo.',
  'apiError.sinister-already-open':
    'Este dispositivo já tem um sinistro aberto. Continue nele ou feche-o antes.',
  'apiError.authorization-expired':
    'A autorização deste prestador venceu. Nada foi enviado. Atualize o cadastro dele ou acione outro.',
  'apiError.call-out-answered':
    'Este acionamento já passou deste ponto. O que foi respondido ficou guardado. Atualize a página.',
  'apiError.sinister-closed': 'Este sinistro já foi fechado e não pode mais ser alterado.',
  'apiError.duplicate-label': 'Já existe uma configuração de empresa com este rótulo. Informe outro.',
  'apiError.logo-missing': 'Ops! Houve um erro ao salvar a imagem!',
  'apiError.logo-dimensions': 'Dimensões incorretas! O tamanho da imagem deve ser 350 x 350 pixels.',
  'apiError.report-too-large': 'O relatório é grande demais. Escolha um período menor ou menos dispositivos.',
  'apiError.spreadsheet-unreadable':
    'O arquivo não é uma planilha que possa ser lida. Use .xlsx ou .csv e salve-o de novo.',
  'apiError.spreadsheet-empty': 'Nenhuma linha do arquivo está preenchida.',
  'apiError.spreadsheet-too-large': 'A planilha é grande demais. Divida-a em partes menores.',
  'apiError.sim-list-without-numbers':
    'A coluna escolhida não tem nenhum ICCID ou número inteiro: nada foi gravado, e a lista anterior continua. Confira a coluna; números que a planilha cortou pedem formato de texto.',
  'apiError.import-refused': 'A planilha tem erros. Corrija-a e confira-a de novo.',
  'apiError.invalid-credentials': 'Email ou senha incorretos',
  'apiError.unauthenticated': 'Usuário não autenticado',
  'apiError.forbidden': 'Não possui direitos de acesso',
  'apiError.account-readonly': 'A sua conta é somente leitura: nada foi alterado.',
  'apiError.second-factor-needed':
    'É preciso o segundo fator. Informe o código do aplicativo ou um código de recuperação.',
  'apiError.second-factor-wrong': 'O código não confere ou já foi usado. Espere o próximo e tente de novo.',
  'apiError.second-factor-required':
    'Seu perfil exige um segundo fator. Configure-o em Segurança para continuar.',
  'apiError.second-factor-exists':
    'Já há um aplicativo de códigos nesta conta. Remova-o antes de configurar outro.',
  'apiError.second-factor-last':
    'Seu perfil exige um segundo fator, e este é o último. Configure outro antes de remover este.',
  'apiError.passkey-refused':
    'Esta chave de acesso não abre nenhuma conta aqui. Entre com a senha ou use outra chave.',
  'apiError.openid-state':
    'Esta entrada venceu ou foi iniciada em outro navegador. Comece de novo pelo botão desta página.',
  'apiError.openid-refused':
    'A resposta do provedor de acesso não pôde ser confirmada, e ninguém entrou. Comece de novo; se repetir, avise quem administra o servidor.',
  'apiError.passwords-off':
    'Neste servidor a entrada é pelo provedor de acesso da empresa. A senha vale apenas para administradores.',
  'apiError.openid-denied': 'O provedor de acesso não autorizou a entrada. Comece de novo e aceite o acesso.',
  'apiError.openid-unverified':
    'O provedor de acesso não confirma o seu e-mail. Confirme-o lá, ou entre com a senha e vincule a conta em Segurança.',
  'apiError.openid-unknown':
    'Não há conta aqui com o seu e-mail do provedor. Peça uma a quem administra o sistema.',
  'apiError.openid-administrator':
    'A conta com esse e-mail é de administrador e não é vinculada sozinha. Entre com a senha e vincule-a em Segurança.',
  'apiError.openid-unvouched':
    'O e-mail da conta daqui não foi definido por um administrador. Entre com a senha e vincule a conta em Segurança, ou fale com um administrador.',
  'apiError.delegated-session':
    'Você está vendo como outro usuário: só ele mesmo pode criar tokens de acesso da conta.',
  'apiError.openid-no-group':
    'Nenhum dos seus grupos no provedor dá acesso a este sistema. Peça a quem administra os grupos.',
  'apiError.openid-account-ended':
    'A sua conta está desativada ou venceu. Fale com quem administra o sistema.',
  'apiError.openid-factor-missing':
    'O seu perfil exige um segundo fator, e o provedor não informou nenhum. Ative a verificação em duas etapas no provedor e entre de novo.',
  'apiError.openid-taken':
    'Essa conta do provedor já está vinculada a outra daqui, ou a sua já tem um vínculo. Desfaça o vínculo antigo primeiro.',
  'apiError.openid-only-way':
    'Esta conta não tem senha: sem o vínculo ninguém entraria nela. Defina uma senha em “Esqueci a senha” antes de desvincular.',
  'apiError.openid-away':
    'O provedor de acesso não está respondendo. Tente de novo em instantes ou entre com a senha.',
  'apiError.current-password-needed':
    'Para trocar o seu e-mail ou a sua senha, informe a senha atual. Nada foi alterado.',
  'apiError.current-password-wrong': 'A senha atual não confere. Nada foi alterado; tente de novo.',
  'apiError.devices-readonly': 'A sua conta não pode alterar dispositivos: nada foi alterado.',
  'apiError.own-customer-readonly':
    'A sua conta não pode alterar o cadastro do seu próprio cliente: nada foi alterado. Peça à central.',
  'apiError.made-by-others':
    'A sua conta só altera, remove e desvincula o que ela mesma criou: nada foi alterado. Peça à central.',
  'apiError.own-account': 'Ninguém desativa nem remove a própria conta: peça a outro administrador.',
  'apiError.only-administrators': 'Só um administrador altera outro administrador: nada foi alterado.',
  'apiError.private-address':
    'O endereço fica na rede interna do servidor. Use um endereço público ou ligue PRIVATE_TARGETS na instalação.',
  'apiError.mirror-key-needed':
    'O servidor ou a porta mudou, ou o endereço deixou de ser https: digite de novo o cabeçalho Authorization ou apague o guardado. Nada foi gravado.',
  'apiError.list-changed':
    'A lista mudou nesse meio-tempo: nada foi alterado. Confira o número de linhas e confirme de novo.',
  'apiError.maintenance-changed':
    'Alguém já registrou esta manutenção: nada foi gravado. Confira a última data e tente de novo.',
  'apiError.writes-devices':
    'Ele ainda pode alterar dispositivos: dê o cliente a ele no cadastro, onde isso se decide.',
  'apiError.campaign-changed':
    'A campanha mudou nesse meio-tempo: nada foi enviado. Confira o número de SMS e confirme de novo.',
  'apiError.campaign-sending':
    'SMS desta campanha estão saindo neste momento: nada foi gravado. Espere um pouco e salve de novo.',
  'apiError.campaign-unreadable':
    'A senha da APN guardada nesta campanha não pode ser lida com a chave deste servidor. Pause a campanha, edite-a e digite a senha de novo.',
  'apiError.commands-limited': 'A sua conta só pode enviar os comandos salvos para ela.',
  'apiError.command-not-supported': 'O rastreador deste dispositivo não aceita este comando.',
  'apiError.block-needs-confirmation':
    'O veículo está em movimento ou sem posição recente. Confirme o bloqueio de novo e informe o motivo.',
  'apiError.block-refused':
    'A política de bloqueio não permite bloquear este veículo agora: nada foi enviado.',
  'apiError.own-request':
    'Ninguém confirma o próprio pedido: nada foi enviado. Peça a outro supervisor que confirme na sessão dele.',
  'apiError.pass-phrase-needed': 'É preciso a senha do titular, ou um supervisor. Nada foi enviado.',
  'apiError.pass-phrase-wrong':
    'A senha não confere. Nada foi enviado; confirme a identidade de outra forma.',
  'apiError.pass-phrase-not-set':
    'Este cliente não tem senha cadastrada. Nada foi enviado; um supervisor pode decidir.',
  'apiError.alone-not-allowed':
    'A política deste veículo exige uma segunda pessoa em qualquer caso. O pedido continua aberto.',
  'apiError.alone-too-early':
    'A segunda pessoa ainda tem tempo de responder. O pedido continua aberto; tente quando completar 3 minutos.',
  'apiError.block-under-way':
    'Já há um pedido em aberto para este veículo. Nada foi enviado; acompanhe ou retire aquele pedido.',
  'apiError.block-changed':
    'O pedido mudou enquanto você decidia. Nada foi enviado; veja como ele está agora.',
  'apiError.block-expired': 'O prazo de 5 minutos para confirmar terminou. Nada foi enviado; peça de novo.',
  'apiError.block-policy-changed':
    'A política de bloqueio mudou depois do pedido. O pedido foi recusado e nada foi enviado; peça de novo.',
  'apiError.block-on-the-wire':
    'O comando já saiu para o rastreador e não pode mais ser retirado. Para desfazer, libere o veículo.',
  'apiError.release-reason-needed': 'Informe o motivo da liberação. Nada foi enviado.',
  'apiError.sms-not-set-up': 'O envio por SMS não está configurado neste servidor.',
  'apiError.device-without-phone': 'O dispositivo não tem telefone: o comando não pode ir por SMS.',
  'apiError.device-disabled': 'O dispositivo está desativado. Ative-o antes.',
  'apiError.sms-not-sent': 'O serviço de SMS não aceitou a mensagem. Tente de novo em instantes.',
  'apiError.protected-field': 'Você não pode alterar um dos campos enviados: nada foi gravado.',
  'apiError.scope-missing': 'A chave usada não permite esta operação.',
  'apiError.method-not-allowed': 'Este endereço não aceita esta operação.',
  'apiError.not-acceptable': 'Este endereço não responde no formato pedido.',
  'apiError.foreign-origin': 'O pedido veio de outro site e foi recusado.',
  'apiError.request-timeout': 'A requisição não terminou a tempo. Tente de novo.',
  'apiError.headers-too-large': 'A requisição é longa demais. Selecione menos de uma vez.',
  'apiError.not-found': 'Não encontrado',
  'apiError.edited-meanwhile':
    'Outra pessoa alterou este item enquanto você o editava. Recarregue-o e repita a alteração.',
  'apiError.already-received':
    'A tentativa anterior já tinha chegado ao servidor: nada foi repetido. Confira o resultado antes de enviar de novo.',
  'apiError.too-many-keys':
    'A sua conta fez alterações demais em um dia: esta não foi feita. Tente de novo mais tarde.',
  'apiError.received-differently':
    'A tentativa anterior já tinha chegado ao servidor e valeu como estava. Esta não foi enviada: confira o resultado antes de enviar de novo.',
  'apiError.in-use': 'Ainda está em uso e não foi removido.',
  'apiError.dependents-undecided':
    'Nada foi removido: diga o que será feito do que está ligado a este cadastro.',
  'apiError.dependents-changed':
    'Nada foi removido: mudou o que está ligado a este cadastro. Confira a lista e decida de novo.',
  'apiError.share-ended': 'Link inválido ou expirado!',
  'apiError.recipients-not-reached':
    'A mensagem não chegou a todos. Confira o contato de quem falta e envie só a eles.',
  'apiError.channel-not-set-up': 'Este canal ainda não está configurado no servidor.',
  'apiError.theft-under-way': 'Já há um roubo sendo encenado. Espere ele terminar.',
  'apiError.demo-away': 'O programa da demonstração não responde. Inicie-o com npm run demo.',
  'apiError.postal-codes-not-set-up':
    'A busca de CEP não está configurada neste servidor. Digite o endereço.',
  'apiError.postal-codes-unreachable': 'O serviço de CEP não responde. Digite o endereço ou tente de novo.',
  'fleetControlNotice.unreachable':
    'O controle de frota não responde. O que já foi sincronizado permanece; nova tentativa em instantes.',
  'fleetControlNotice.credentialsRefused':
    'O controle de frota recusou sua conta. O que já foi sincronizado permanece; peça a um administrador que confira o código e a chave em seu usuário.',
  'fleetControlNotice.refused':
    'O controle de frota recusou o pedido. O que já foi sincronizado permanece; sincronize de novo mais tarde.',
  'fleetControlNotice.unreadable':
    'O controle de frota deu uma resposta que não se entende. O que já foi sincronizado permanece; avise o provedor.',
  'fleetControlNotice.secretUnreadable':
    'A chave do controle de frota não pode mais ser lida. Um administrador precisa digitá-la de novo em seu usuário.',
  'fleetControlNotice.notAllowed':
    'Sua conta não pode mais sincronizar com o controle de frota. O que já foi sincronizado permanece.',
  'fleetControlNotice.internal':
    'A sincronização com o controle de frota parou por um erro deste servidor. O que já foi sincronizado permanece; continue mais tarde.',
  'fleetControlNotice.unresolved_one': 'Controle de frota: {{count}} diferença para conferir.',
  'fleetControlNotice.unresolved_other': 'Controle de frota: {{count}} diferenças para conferir.',
  'apiError.fleet-control-not-set-up':
    'Nenhum provedor de controle de frota está configurado neste servidor. Nada foi sincronizado.',
  'apiError.fleet-control-not-named':
    'Seus atributos não informam uma conta no provedor de controle de frota. Peça a um administrador que preencha “Controle de frota: identificação” e “Controle de frota: segredo”.',
  'apiError.payments-not-set-up':
    'A sua conta não está ligada a um provedor de pagamentos neste servidor. Nada foi enviado.',
  'apiError.payment-customer-taken':
    'Este cadastro do provedor já está vinculado a outro cliente daqui. Desvincule-o antes.',
  'apiError.payment-refused':
    'O provedor de pagamentos recusou os dados. Corrija os campos indicados; nada foi gravado lá.',
  'apiError.payment-document-differs': 'O CPF/CNPJ do cadastro no provedor é outro. Nada foi vinculado.',
  'apiError.payment-failed': 'O provedor de pagamentos não concluiu o pedido. Tente de novo em instantes.',
  'apiError.geocoder-unreachable':
    'O serviço de endereços não respondeu. Tente de novo, ou escolha uma cidade ou as coordenadas.',
  'apiError.delivery-failed': 'A mensagem não pôde ser entregue. Confira o endereço e tente de novo.',
  'apiError.too-many-images':
    'Este sinistro já tem 100 imagens, e não cabem mais. A ocorrência não foi salva: registre-a sem a imagem.',
  'apiError.body-too-large': 'O envio é grande demais. Reduza o arquivo e tente de novo.',
  'apiError.unsupported-media-type': 'Este tipo de arquivo ou de envio não é aceito.',
  'apiError.too-many-requests': 'Muitas tentativas. Aguarde um pouco e tente de novo.',
  'apiError.internal-error': 'Ops! Erro interno',
  'apiError.not-ready': 'O servidor ainda não está pronto. Tente de novo em instantes.',
  'apiError.no-space':
    'O disco do servidor está cheio: nada é gravado até haver espaço. O que está nesta tela continua aqui, e os rastreadores reenviam as posições depois. Avise quem cuida do servidor e, quando houver espaço, tente de novo.',
};

export type ErrorsKey = keyof typeof errors;
