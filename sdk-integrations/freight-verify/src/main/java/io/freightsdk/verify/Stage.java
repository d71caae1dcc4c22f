package io.freightsdk.verify;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Money;
import io.freightsdk.internal.verify.Place;
import io.freightsdk.internal.verify.Scene;
import io.freightsdk.internal.verify.SdkWallet;
import io.freightsdk.internal.verify.Wallet;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerBuilder;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where one run happens: makes ledgers and scenes as the set-up does, under names that nobody else
 * has, and ends all of them. Safe for concurrent use.
 */
final class Stage {
  private final Verification asked;
  private final Scratch scratch = new Scratch();

  /** Guarded by itself, as is whether it is over. */
  private final List<Scene> scenes = new ArrayList<>();

  private boolean over;

  /** Of the ledger that was opened last; null if it goes by the database's. */
  private volatile @Nullable Clock ownClock;

  Stage(Verification asked) {
    this.asked = asked;
  }

  Scratch scratch() {
    return scratch;
  }

  @Nullable Clock ownClock() {
    return ownClock;
  }

  SpendLedger ledger(DataSource dataSource, String book) {
    SpendLedgerBuilder builder = SpendLedger.builder();
    asked.ledger.accept(builder);
    SpendLedger ledger = builder.jdbc(dataSource, book);
    ownClock = ledger.clock();
    return ledger;
  }

  /** A client and a ledger as the application makes them. */
  SdkWallet.SetUp setUp() {
    return setUp(asked.guard::apply);
  }

  /** The same, with a guard that somebody listens to. */
  SdkWallet.SetUp setUp(Function<LedgerGuard, SpendGuard> guard) {
    return new SdkWallet.SetUp(
        place -> ledger(place.database().dataSource(), place.book()),
        place -> asked.limits,
        asked.scope,
        place -> asked.builder(),
        guard);
  }

  /** That of somebody else who spends, with the same client and a ledger elsewhere. */
  SdkWallet.SetUp setUpOf(SpendLimits limits, DataSource pool, String book) {
    return new SdkWallet.SetUp(
        place -> ledger(pool, book),
        place -> limits,
        null,
        place -> asked.builder(),
        asked.guard::apply);
  }

  Scene scene(Mishap mishap, Money money) {
    return scene(mishap, money, setUp());
  }

  Scene scene(Mishap mishap, Money money, SdkWallet.SetUp setUp) {
    Wallet.Opener opener = place -> new SdkWallet(setUp, place);
    Scene scene = new Scene(mishap, opener, asked.dataSource, scratch.book(), money, null);
    synchronized (scenes) {
      scenes.add(scene);
      if (!over) return scene;
    }
    // Nobody waits for the mishap any more, and the rows may be gone already.
    scene.stop();
    return scene;
  }

  void spendBefore(Place place, @Nullable SpendScope scope, BigDecimal usd) {
    if (usd.signum() == 0) return;
    try (SpendLedger ledger = ledger(place.database().dataSource(), place.book())) {
      LedgerGuard guard = ledger.guard(asked.limits);
      SpendGuard.Purchase purchase =
          new SpendGuard.Purchase(
              UUID.randomUUID().toString(),
              "verify",
              "before",
              1,
              Operation.CREATE_LOAD,
              null,
              null,
              null,
              null,
              scope,
              new SpendGuard.Quote(usd, null),
              Duration.ofMinutes(1));
      SpendGuard.Decision decision = guard.reserve(purchase).toCompletableFuture().join();
      if (!(decision instanceof SpendGuard.Reservation reservation)) {
        throw new IllegalStateException("the ledger refuses an amount within its limits");
      }
      SpendGuard.Outcome charged = new SpendGuard.Outcome(Charge.Kind.CHARGED, null, null);
      Charge unused = guard.complete(reservation, charged).toCompletableFuture().join();
    }
  }

  /**
   * What the ledger of a scene has when its wallets are closed.
   *
   * @param before what was spent before the mishap
   */
  Account account(Scene scene, BigDecimal before) {
    try (SpendLedger ledger = ledger(scene.line().dataSource(), scene.place().book())) {
      return Account.of(ledger, before);
    }
  }

  /**
   * Nobody reaches the database any more; then what was written to it goes. Null, or what stays.
   */
  @Nullable String end() {
    List<Scene> all;
    synchronized (scenes) {
      over = true;
      all = List.copyOf(scenes);
    }
    all.forEach(Scene::stop);
    return scratch.remove();
  }
}
