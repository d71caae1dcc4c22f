package io.freightsdk.server;

import static io.freightsdk.server.Divergences.entry;

import java.util.List;

/** Choices about keys, money and repetition. */
final class CallDivergences {
  static final List<Divergence> ALL =
      List.of(
          entry(
              "order-of-checks",
              "7",
              "Which error answers a call that is wrong in several ways.",
              "Key (401), scope (403), registration (422), body (400), load exists "
                  + "(404), load is the broker's (403), state, billing. A refused call is "
                  + "never charged.",
              "http.OrderOfChecksTest.theOwnerComesBeforeBilling"),
          entry(
              "status-door",
              "4.3",
              "What else can answer a status write.",
              "410 to every valid key, whatever the load or body.",
              "http.ErrorTableTest.everyStatusWriteIsClosed"),
          entry(
              "invalid-key",
              "7",
              "The code for an invalid key.",
              "INVALID_KEY; MISSING_KEY when no bearer key was sent.",
              "http.ErrorTableTest.anUnknownKeyIsInvalid"),
          entry(
              "scopes",
              "5",
              "The scope values, and what each allows.",
              "loads:create, loads:read, loads:confirm, billing:read; all by default. "
                  + "Pricing needs no scope: whoever pays must be able to read prices.",
              "http.ErrorTableTest.anOperationOutsideTheScopesIsForbidden"),
          entry(
              "top-up-scope",
              "4.7",
              "Which scope a card top-up needs.",
              "billing:read; the catalog needs none. Neither needs a registered broker.",
              "http.OperationTableTest.everyOperationAnswersEveryCaller"),
          entry(
              "key-lifetime",
              "5",
              "Key lifetime and rotation.",
              "Keys live until revoked; a broker may hold several; revocation counts "
                  + "from the next call.",
              "http.ErrorTableTest.aRevokedKeyIsInvalidAtOnce"),
          entry(
              "header-key",
              "5",
              "Whether the two freight paths also take a bearer key.",
              "They take X-Agent-Key, else the bearer key; no other path takes " + "X-Agent-Key.",
              "http.CatalogTest.theHeaderCountsOnTheTwoFreightPathsOnly"),
          entry(
              "last-cent",
              "7",
              "When a balance covers a price.",
              "When it is at least the price, in exact decimals.",
              "http.BillingTest.theLastCentIsSpentAndNotOneMore"),
          entry(
              "atomic-debit",
              "1",
              "What happens when calls race for the last money.",
              "Debit and effect are one step; a balance never goes below zero.",
              "http.BillingTest.concurrentReadsNeverOverdraw"),
          entry(
              "free-stays-free",
              "1",
              "Whether free operations can get a price.",
              "They cannot; the test control refuses it.",
              "http.BillingTest.aFreeOperationCannotBeGivenAPrice"),
          entry(
              "zero-price",
              "1",
              "What a call leaves in the ledger when its price is set to zero.",
              "No entry.",
              "http.BillingTest.aCallWhosePriceIsSetToZeroLeavesNoEntry"),
          entry(
              "amounts",
              "2.9",
              "How fine and how large an amount may be.",
              "Exact decimals of at most 9 places, up to a trillion USD; never rounded.",
              "http.BillingTest.amountsAreExactDecimals"),
          entry(
              "outage-scope",
              "7",
              "Which calls meet a billing outage.",
              "Only those that would be charged: dedup, replays and free operations "
                  + "work through it.",
              "http.OrderOfChecksTest.anOutageIsMetOnlyByThoseWhoWouldBeCharged"),
          entry(
              "idempotency-replay",
              "4.1",
              "What a repeated Idempotency-Key answers.",
              "The first success as it was, 201 and the same body; concurrent calls "
                  + "wait for the first.",
              "" + "http.IdempotencyTest.thirtyTwoConcurrentCallsWithOneKeyMakeOneLoadAndOneDebit"),
          entry(
              "idempotency-failures",
              "4.1",
              "Whether failures are remembered.",
              "They are not: the next call with the key tries again.",
              "http.IdempotencyTest.failuresAreNotRemembered"),
          entry(
              "idempotency-other-body",
              "4.1",
              "A known key with another body.",
              "The first result is replayed; the request journal notes it.",
              "" + "http.IdempotencyTest.anotherBodyUnderAKnownKeyReplaysTheFirstResultAndIsNoted"),
          entry(
              "idempotency-before-dedup",
              "4.1",
              "A known key together with a known customerRef.",
              "The key comes first: the creation is replayed with 201.",
              "http.IdempotencyTest.aKnownKeyComesBeforeAKnownReference"),
          entry(
              "idempotency-of-dedup",
              "4.1",
              "Whether a deduplicated answer is remembered under its key.",
              "It is a success, and replayed as it was: 200, whatever the body.",
              "http.IdempotencyTest.aDeduplicatedAnswerIsReplayedToo"),
          entry(
              "idempotency-lifetime",
              "8",
              "How long keys are kept.",
              "24 hours of server time, per broker.",
              "http.IdempotencyTest.aKeyIsForgottenAfterADayOfServerTime"),
          entry(
              "idempotency-form",
              "4.1",
              "What a key may look like.",
              "1 to 255 visible ASCII characters; anything else is 400 "
                  + "INVALID_IDEMPOTENCY_KEY.",
              "http.IdempotencyTest.aKeyIsOneTo255VisibleAsciiCharacters"),
          entry(
              "dedup-match",
              "4.1",
              "How customerRefs are compared.",
              "Exactly after trimming, per broker; blank ones never match; cancelled "
                  + "loads do.",
              "http.DeduplicationTest.referencesMatchExactlyAfterTrimming"),
          entry(
              "dedup-race",
              "4.1",
              "What concurrent creations with one customerRef do.",
              "One load, one debit; the others are answered 200.",
              ""
                  + "http.DeduplicationTest.thirtyTwoConcurrentCallsWithOneReferenceMakeOneLoadAndOneDebit"));

  private CallDivergences() {}
}
