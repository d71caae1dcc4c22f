package io.freightsdk.examples.crash;

import io.freightsdk.internal.verify.Place;
import io.freightsdk.internal.verify.Wallet;
import java.util.List;
import java.util.function.Supplier;

/** The ways of keeping below a cap that are tried. */
enum Kind {
  FREIGHT_SDK(
      "Freight SDK, ledger in a database",
      (place, store) -> new FreightWallet(place, FreightWallet::inDatabase)),
  /** For one process that may forget: what it lets through otherwise has to be seen here. */
  IN_MEMORY(
      "Freight SDK, ledger in memory",
      (place, store) -> new FreightWallet(place, FreightWallet::inMemory)),
  COUNTER("a counter in memory", (place, store) -> new Counter(place)),
  CHECK_THEN_PAY("check in SQL, then pay", (place, store) -> new CheckThenPay(place)),
  CHECK_IN_REDIS("check in Redis, then pay", CheckInRedis::new),
  RESERVE_THEN_PAY("reserve in SQL, then pay", (place, store) -> new ReserveThenPay(place)),
  PAY_THEN_COUNT("pay, then count in SQL", (place, store) -> new PayThenCount(place)),
  /** Not in the table: the SDK with a fault that these events have to show. */
  PLANTED(
      "Freight SDK with a planted fault: its guard forgets what is on its way",
      (place, store) -> new FreightWallet(place, FreightWallet::inDatabase, PlantedFault::new));

  /** The columns of the table. */
  static final List<Kind> TRIED =
      List.of(
          FREIGHT_SDK,
          IN_MEMORY,
          RESERVE_THEN_PAY,
          COUNTER,
          CHECK_THEN_PAY,
          CHECK_IN_REDIS,
          PAY_THEN_COUNT);

  private interface Opener {
    Wallet open(Place place, Supplier<String> store) throws Exception;
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

  /**
   * Opens a wallet.
   *
   * @param store URL of what wallets share, as it is now
   */
  Wallet open(Place place, Supplier<String> store) {
    try {
      return opener.open(place, store);
    } catch (Exception e) {
      throw new IllegalStateException(title + " cannot start", e);
    }
  }
}
