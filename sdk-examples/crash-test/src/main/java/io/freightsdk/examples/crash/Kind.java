package io.freightsdk.examples.crash;

import io.freightsdk.spend.SpendLedger;
import java.util.List;

/** The ways of keeping below a cap that are tried. */
enum Kind {
  FREIGHT_SDK(
      "Freight SDK, ledger in a database",
      place -> new FreightWallet(place, SpendLedger.jdbc(Databases.source(place), place.book()))),
  /** For one process that may forget: what it lets through otherwise has to be seen here. */
  IN_MEMORY(
      "Freight SDK, ledger in memory",
      place -> new FreightWallet(place, SpendLedger.builder().clock(place.clock()).inMemory())),
  COUNTER("a counter in memory", Counter::new),
  CHECK_THEN_PAY("check in SQL, then pay", CheckThenPay::new),
  CHECK_IN_REDIS("check in Redis, then pay", CheckInRedis::new),
  PAY_THEN_COUNT("pay, then count in SQL", PayThenCount::new),
  /** Not in the table: the SDK with a fault that these events have to show. */
  PLANTED(
      "Freight SDK with a planted fault: its guard forgets what is on its way",
      place ->
          new FreightWallet(
              place, SpendLedger.jdbc(Databases.source(place), place.book()), PlantedFault::new));

  /** The columns of the table. */
  static final List<Kind> TRIED =
      List.of(FREIGHT_SDK, IN_MEMORY, COUNTER, CHECK_THEN_PAY, CHECK_IN_REDIS, PAY_THEN_COUNT);

  private interface Opener {
    Wallet open(Place place) throws Exception;
  }

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // each is a constructor
  private final Opener opener;

  Kind(String title, Opener opener) {
    this.title = title;
    this.opener = opener;
  }

  String title() {
    return title;
  }

  Wallet open(Place place) {
    try {
      return opener.open(place);
    } catch (Exception e) {
      throw new IllegalStateException(title + " cannot start", e);
    }
  }
}
