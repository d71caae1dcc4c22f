package io.freightsdk.examples.crash;

import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.jdbc.JdbcSpendStore;

/** The ways of keeping below a cap that are tried. */
enum Kind {
  FREIGHT_SDK(
      "Freight SDK, books in a database",
      place ->
          new FreightWallet(
              place, JdbcSpendStore.open(Databases.source(place.database()), "crash-test"))),
  /** For one process that may forget: what it lets through otherwise has to be seen here. */
  IN_MEMORY(
      "Freight SDK, books in memory", place -> new FreightWallet(place, SpendStore.inMemory())),
  COUNTER("a counter in memory", Counter::new),
  CHECK_THEN_PAY("check in SQL, then pay", CheckThenPay::new),
  PAY_THEN_COUNT("pay, then count in SQL", PayThenCount::new);

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
