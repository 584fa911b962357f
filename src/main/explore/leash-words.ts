// What a careful tester never presses, in the words apps use for it. Data for leash.ts only.
// Each language: deeds dangerous by themselves, subjects that make a dialog or screen dangerous, and words that call it off.

export interface LeashLanguage {
  readonly name: string
  /** A control whose words match does something that cannot be taken back. */
  readonly deeds: readonly RegExp[]
  /** A dialog or screen headed like this asks about such a thing: what agrees to it is dangerous. */
  readonly subjects: readonly RegExp[]
  /** Agreeing in general: dangerous only under such a heading. */
  readonly agree: RegExp
  /** Calls it off, always allowed. */
  readonly cancel: RegExp
  /** Speaks about the thing instead of doing it: help, settings, history. */
  readonly about: RegExp
}

export const leashLanguages: readonly LeashLanguage[] = [
  {
    name: 'en',
    deeds: [
      /\b(delete|close|remove|erase|deactivate|terminate|disable|cancel)\b.{0,12}\b(my |your |this |the )?(user )?(account|profile|membership|subscription)\b(?! (picture|photo|image|menu|name|switcher|tab))/,
      /\b(close|cancel|terminate)\b (my |this |the |your |all )*\b(accounts?|cards?|contract|policy)\b|\b(clear|reset|discard|close|cancel) everything\b|\b(delete|erase|wipe|remove|destroy|purge)\b (it )?(all|everything)\b(?! (filters?|search|selection|notifications?|alerts?|marks?|tags?|text|fields?|recent))/,
      /\b(delete|erase|wipe|clear|reset|remove) (all |my |your |the |app |user |local )*(data|storage|device|phone|tv|wallet|vault)\b/,
      /\b(delete|erase|remove)\b.{0,14}\b(forever|permanently|for good)\b|\bpermanently (delete|erase|remove)\b/,
      /\b(factory|hard|master|full) (data )?reset\b|\breset (to factory|app|phone|device|system|everything|account)\b|\breformat\b|\bformat (disk|card|storage|device)\b/,
      /^(tap to |slide to |confirm and |swipe to )?(pay|buy|purchase|checkout and pay|pre-?order|donate|subscribe|bid|withdraw|transfer|repay|top up)\b(?! (attention|methods?|history|options|list|guide|later list|rate|limit|fees?|schedule))( (now|it|all|bill|invoice|order|with|for|in full|securely|today|here|again|ticket|tickets|everything|premium|pro|money|funds|[\d$€£¥₹]).*|[\s:·–-]*[$€£¥₹\d].*)?$/,
      /\b(pay|buy|purchase|order|subscribe|donate|transfer|withdraw|send|invest|trade|sell) (it )?(now|today|immediately)\b/,
      /\b(pay|send|transfer|withdraw|wire|donate|invest|charge|remit) [^a-z]{0,3}[$€£¥₹]?\s?\d/,
      /\b(send|transfer|wire|withdraw|remit) (the |my |your )?(money|funds|payment|cash|amount|balance|bitcoin|crypto|coins)\b/,
      /\b(place|submit|complete|confirm|finish|finalise|finalize) (your |the |my |this )?(order|purchase|payment|transfer|transaction|booking and pay|checkout|donation|subscription|trade|bid)\b/,
      /\b(confirm|agree|accept|continue|proceed|book|order|save|sign) (and|&) (pay|buy|subscribe|transfer|send money|purchase)\b/,
      /\b(start|get|go|upgrade to|unlock|try) (a |your )?(premium|pro|plus|paid|subscription|membership)\b.*[$€£¥₹\d]|\bsubscribe (now|for|to (premium|pro|plus))\b|^renew( now| subscription| membership)?$/,
      /\bunsubscribe\b|\b(end|cancel|terminate|quit|stop|revoke|surrender) (my |your |this |the )?([a-z]+ )?(membership|subscription|insurance|coverage|contract|lease|tenancy|agreement|mandate|direct debit|standing order|tariff|loan|mortgage|pension)\b/,
      /\b(emergency|sos) call\b|\bcall (911|112|999|110|119|emergency|police|ambulance|an ambulance|the police)\b|^(sos|911|112)$|\bsend sos\b/,
      /\b(wipe|brick|unlock bootloader|flash firmware)\b/,
    ],
    subjects: [
      /\b(delete|close|erase|deactivate|remove|terminate)\b.{0,20}\b(accounts?|profile|membership)\b|\b(close|terminate|cancel) (all )?(this|your|the|my)? ?(all )?(cards?|contract|policy)\b|\baccount (deletion|closure)\b/,
      /\b(factory reset|erase (all|everything)|delete (all|everything)|reset everything|wipe|reset app|reset device)\b/,
      /^(confirm )?(pay|payment|purchase|transfer|donation|subscription)\b.{0,24}$|\b(pay|transfer|send|charge|donate|withdraw|buy|purchase)\b.{0,24}[$€£¥₹]\s?\d/,
      /\b(confirm|place|complete|authori[sz]e|review) (your |the |this )?(pay|payment|purchase|order|transfer|transaction|donation)/,
      /\b(send|transfer) (money|funds)|\b(cancel|end|terminate) (your |my |this |the )?([a-z]+ )?(subscription|membership|insurance|coverage|contract|lease|tenancy|agreement|mandate|direct debit|standing order|tariff|loan|mortgage|pension)\b|\bunsubscribe\b|\bemergency (call|services)\b/,
    ],
    agree:
      /\b(ok|yes|confirm|continue|proceed|delete|erase|remove|close|deactivate|reset|wipe|pay|buy|purchase|order|send|transfer|subscribe|unsubscribe|submit|agree|accept|call|goodbye|sure|done|end|donate|approve|authori[sz]e|slide)\b/,
    cancel:
      /\b(cancel|no|not now|never mind|go back|back|keep|dismiss|later|stay|don'?t|do not|abort|edit|help|undo|learn more|navigate up)\b/,
    about:
      /\b(how|why|what|about|help|faq|learn|history|policy|terms|methods?|settings|preferences|options|guide|undo|recent|scheduled|don'?t|do not|never|keep|without|after|past|previous|reminders?|ask before|before|details|received|overview|statements?|status|track)\b/,
  },
  {
    name: 'de',
    deeds: [
      /\b(konto|account|benutzerkonto|profil|mitgliedschaft|abo|abonnement)\b.{0,14}(löschen|schließen|entfernen|deaktivieren|kündigen|auflösen)/,
      /\b(karte|karten|alle konten)\b.{0,10}(auflösen|kündigen|schließen)|\b(alles|alle daten|sämtliche daten|alle inhalte)\b.{0,14}(löschen|entfernen|zurücksetzen|leeren|verwerfen|auflösen|kündigen)/,
      /\b(daten|gerät|telefon|app|speicher)\b.{0,10}(löschen|zurücksetzen|formatieren)$|\b(endgültig|unwiderruflich|für immer|dauerhaft)\b.{0,10}(löschen|entfernen)/,
      /\b(auf )?werks(einstellungen|zustand|reset)\b/,
      /^(jetzt |sicher )?(bezahlen|kaufen|bestellen|überweisen|spenden|abonnieren|buchen und zahlen|abheben|auszahlen)( .*[\d€$].*| jetzt)?$|\b(jetzt|kostenpflichtig|zahlungspflichtig) (bezahlen|zahlen|kaufen|bestellen|abonnieren|überweisen|spenden|buchen)\b/,
      /[\d€$].{0,12}\b(bezahlen|zahlen|überweisen|senden|spenden)\b|\bgeld (senden|überweisen|schicken|abheben|anfordern)\b/,
      /\b(kauf|zahlung|bestellung|überweisung|spende) (abschließen|bestätigen|absenden|ausführen|abschicken|aufgeben)\b/,
      /\b(versicherung|vertrag|mietvertrag|tarif|police|lastschrift|dauerauftrag|kredit|mandat|rente|[a-zäöüß]+(versicherung|vertrag|abo))\b.{0,14}(kündigen|beenden|auflösen|widerrufen|stornieren)|^(jetzt |hier )?kündigen$/,
      /\b(abmelden vom newsletter|newsletter abbestellen|abbestellen)\b|\bnotruf\b|\b(112|110) anrufen\b/,
    ],
    subjects: [
      /\b(konto|konten|account|profil|abo|mitgliedschaft|karte|karten)\b.{0,20}(löschen|schließen|kündigen|deaktivieren|auflösen)|\b[a-zäöüß]*(versicherung|vertrag|tarif|lastschrift|dauerauftrag|kredit)\b.{0,20}(kündigen|beenden|auflösen|widerrufen)|\balles (löschen|zurücksetzen)|werkseinstellungen/,
      /^(zahlung|bezahlung|überweisung|kauf|bestellung|bezahlen)\b.{0,20}$|\b(zahlung|überweisung|kauf|bestellung) (bestätigen|prüfen|abschließen)|geld (senden|überweisen)|[\d€].{0,20}(bezahlen|zahlen|überweisen|senden)|notruf/,
    ],
    agree:
      /\b(ok|ja|bestätigen|weiter|fortfahren|löschen|schließen|kündigen|auflösen|zurücksetzen|bezahlen|zahlen|kaufen|bestellen|senden|überweisen|zustimmen|anrufen|fertig|spenden)\b/,
    cancel: /\b(abbrechen|nein|nicht|zurück|behalten|später|schließen|bearbeiten|hilfe)\b/,
    about:
      /\b(wie|warum|was|über|hilfe|verlauf|historie|richtlinie|bedingungen|zahlungsarten|zahlungsmethoden|einstellungen|fragen|vor dem|nicht|behalten|rückgängig)\b/,
  },
  {
    name: 'fr',
    deeds: [
      /\b(supprimer|fermer|effacer|désactiver|clôturer|résilier)\b.{0,12}\b(compte|profil|abonnement|adhésion)\b/,
      /\b(tout|toutes les données|toutes mes données)\b.{0,6}(effacer|supprimer|réinitialiser)|\b(effacer|supprimer|réinitialiser|vider) (tout|toutes (les|mes|vos) données|les données|l.appareil|le téléphone|l.application)\b/,
      /\b(supprimer|effacer) (définitivement|pour toujours)\b|\bréinitialisation d.usine\b|\bparamètres d.usine\b/,
      /^(payer|acheter|commander|virer|faire un don|s.abonner|donner|retirer|transférer)( maintenant|.*[\d€$].*)?$|\b(payer|acheter|commander|s.abonner) maintenant\b/,
      /\b(envoyer|transférer|virer|retirer) (de l.argent|des fonds|l.argent)\b|\b(confirmer|valider|passer|finaliser|effectuer) (le |la |l.|un |une |votre |ma )?(paiement|achat|commande|virement|transfert|don)\b/,
      /\b(résilier|dénoncer|mettre fin à|annuler) (mon |ma |votre |ce |cette |le |la |l'|l.|un |une )?(contrat|assurance|mutuelle|bail|forfait|prêt|crédit|mandat|prélèvement|abonnement|adhésion)\b|^résilier$/,
      /\bse désabonner\b|\bappel d.urgence\b|\bappeler (le )?(112|15|17|18|les secours)\b/,
    ],
    subjects: [
      /\b(supprimer|fermer|résilier|désactiver|clôturer)\b.{0,20}\b(compte|profil|abonnement|contrat|assurance|mutuelle|bail|forfait|prêt|crédit)\b|\b(effacer|supprimer|réinitialiser) tout\b|réinitialisation/,
      /^(paiement|achat|commande|virement|transfert|payer)\b.{0,20}$|\b(confirmer|valider) (le |la |l.|votre )?(paiement|achat|commande|virement|transfert)|envoyer de l.argent|[\d€].{0,12}(payer|virer)|(payer|virer|envoyer).{0,20}\d.*€|appel d.urgence/,
    ],
    agree:
      /\b(ok|oui|confirmer|continuer|valider|supprimer|effacer|fermer|résilier|réinitialiser|payer|acheter|commander|envoyer|virer|accepter|appeler|terminer)\b/,
    cancel: /\b(annuler|non|retour|garder|conserver|plus tard|pas maintenant|modifier|aide)\b/,
    about:
      /\b(comment|pourquoi|aide|historique|politique|conditions|moyens|modes|paramètres|réglages|questions|avant|annuler la suppression|ne pas|conserver)\b/,
  },
  {
    name: 'es',
    deeds: [
      /\b(eliminar|borrar|cerrar|desactivar|cancelar|dar de baja)\b.{0,12}\b(cuenta|perfil|suscripción|membresía)\b/,
      /\b(eliminar|borrar|restablecer|vaciar) (todo|todos (los|mis|tus) datos|los datos|el dispositivo|el teléfono|la aplicación)\b|\b(eliminar|borrar)(lo)? (para siempre|definitivamente|permanentemente)\b/,
      /\b(restablecer|restablecimiento|valores|ajustes|datos) (a |de )?(los )?(valores de )?fábrica\b/,
      /^(pagar|comprar|donar|transferir|suscribirse|suscribirme|retirar|pedir)( ahora|.*[\d€$].*)?$|\b(pagar|comprar|pedir|suscribirse|donar) (ahora|ya)\b/,
      /\b(enviar|transferir|retirar|mandar) (el )?(dinero|fondos)\b|\b(confirmar|realizar|completar|finalizar|hacer) (el |la |un |una |tu |mi )?(pago|compra|pedido|transferencia|donación)\b/,
      /\b(cancelar|rescindir|anular|terminar|dar de baja) (el |la |mi |tu |su |este |esta |un |una )?(contrato|seguro|póliza|tarifa|préstamo|hipoteca|domiciliación|línea|alquiler|plan de pensiones)\b/,
      /\b(darse|darme) de baja\b|\bllamada de emergencia\b|\bllamar (al )?(112|911|emergencias|policía)\b/,
    ],
    subjects: [
      /\b(eliminar|borrar|cerrar|desactivar|cancelar|rescindir)\b.{0,20}\b(cuenta|perfil|suscripción|contrato|seguro|póliza|préstamo|hipoteca)\b|\b(eliminar|borrar|restablecer) todo\b|fábrica/,
      /^(pago|compra|pedido|transferencia|pagar)\b.{0,20}$|\b(confirmar|revisar) (el |la |tu )?(pago|compra|pedido|transferencia)|enviar dinero|(pagar|transferir|enviar).{0,20}\d.*[€$]|llamada de emergencia/,
    ],
    agree:
      /\b(ok|sí|si|confirmar|continuar|aceptar|eliminar|borrar|cerrar|restablecer|pagar|comprar|pedir|enviar|transferir|llamar|donar|hecho)\b/,
    cancel: /\b(cancelar|no|volver|atrás|mantener|conservar|después|ahora no|editar|ayuda)\b/,
    about:
      /\b(cómo|por qué|ayuda|historial|política|condiciones|métodos|formas|ajustes|configuración|preguntas|antes|deshacer|no )\b/,
  },
  {
    name: 'ar',
    deeds: [
      /(حذف|إغلاق|الغاء|إلغاء|تعطيل|مسح|إزالة)\s+(ال)?(حساب|ملف الشخصي|اشتراك|عضوية|بطاقة)/,
      /(حذف|مسح|محو|إزالة|إغلاق|إلغاء|إعادة تعيين|اعادة تعيين|إعادة ضبط|اعادة ضبط|تهيئة)\s+(كل شيء|(كل |جميع )?(ال)?(بيانات|جهاز|هاتف|تطبيق|حسابات)|كل حسابات)/,
      /(حذف|مسح|محو)\s+(نهائي|للأبد|إلى الأبد)|ضبط المصنع|إعدادات المصنع/,
      /^(ادفع|دفع|شراء|اشتر|اشتري|تبرع|تحويل|اشترك|سحب|اطلب)(\s+(الآن|ال?مبلغ|ال?مال|الفاتورة|الأموال)|.*\d.*)?$/,
      /(إرسال|تحويل|سحب)\s+(ال)?(مال|أموال|نقود|مبلغ|الأموال)|(تأكيد|إتمام|إجراء|تنفيذ)\s+(ال)?(دفع|شراء|طلب|تحويل|تبرع|عملية)/,
      /(إنهاء|إلغاء|الغاء|فسخ)\s+(ال)?(تأمين|عقد|قرض|إيجار|عضوية|اشتراك|تفويض)/,
      /إلغاء الاشتراك|مكالمة طوارئ|اتصال طوارئ|اتصال الطوارئ|اتصل بالطوارئ/,
    ],
    subjects: [
      /(إنهاء|إلغاء|فسخ)\s+(ال)?(تأمين|عقد|قرض|إيجار)/,
      /(حذف|إغلاق|تعطيل|إلغاء)\s+(كل\s+|جميع\s+|هذه\s+)?(ال)?(حساب|ملف|اشتراك|بطاقة)|(حذف|مسح|محو|إغلاق|ضبط)\s+(كل شيء|(كل|جميع) (ال)?(بيانات|حسابات|حساباتك))|ضبط المصنع/,
      /^(ال)?(دفع|تحويل|شراء|طلب)(\s.{0,20})?$|تأكيد\s+(ال)?(دفع|شراء|طلب|تحويل)|(تحويل|إرسال)\s+(ال)?(مال|أموال)|طوارئ/,
    ],
    agree: /(موافق|نعم|تأكيد|متابعة|استمرار|حذف|محو|مسح|إغلاق|إعادة|دفع|ادفع|شراء|إرسال|تحويل|اتصال|تم)/,
    cancel: /(إلغاء|الغاء|لا|رجوع|العودة|إبقاء|احتفاظ|لاحقا|لاحقًا|تعديل|مساعدة)/,
    about: /(كيف|لماذا|مساعدة|سجل|سياسة|شروط|طرق|وسائل|إعدادات الدفع|قبل|تراجع)/,
  },
  {
    name: 'ja',
    deeds: [
      /(アカウント|プロフィール|会員|退会|サブスクリプション|定期購入)(情報)?(を|の)?(削除|消去|閉鎖|解約|停止|キャンセル|解除)|^退会(する)?$/,
      /(すべて|全て|全部|全データ|データ|端末|デバイス|アプリ)(の(データ|内容))?(を|の)?(消去|削除|初期化|リセット)|完全に(削除|消去)|工場出荷|初期化する/,
      /^(今すぐ)?(支払う|支払い|お支払い|購入|購入する|買う|注文する|送金|送金する|振込|振り込む|寄付する|課金する|定期購入)(する)?([\s¥￥\d].*)?$|今すぐ(支払|購入|買|注文|課金)/,
      /[¥￥]?[\d,]+円?を?(支払|送金|振込|購入)|(支払い|購入|注文|送金|振込)(を|の)?(確定|確認|完了|実行)/,
      /(保険|契約|プラン|ローン|口座振替|賃貸)(を|の)?(解約|解除|終了|キャンセル|取り消)|^解約(する)?$/,
      /お金を送|登録解除|配信停止|緊急通報|緊急電話|(110|119)に?(電話|発信)/,
    ],
    subjects: [
      /(アカウント|会員|サブスクリプション|保険|契約|ローン)(を|の)?(削除|解約|閉鎖|解除)|退会|すべて(を|の).{0,6}(消去|削除)|初期化/,
      /^(お?支払い|購入|注文|送金|振込)(の?確認|手続き|内容)?$|(支払い|購入|注文|送金|振込)を?(確認|確定|しますか)|緊急/,
    ],
    agree:
      /(ok|はい|確認|続行|続ける|削除|消去|退会|リセット|初期化|支払|購入|注文|送信|送金|振込|同意|発信|完了|確定)/i,
    cancel: /(キャンセル|いいえ|戻る|やめる|後で|閉じる|編集|ヘルプ)/,
    about: /(方法|ヘルプ|履歴|規約|ポリシー|設定|について|とは|前に)/,
  },
]
