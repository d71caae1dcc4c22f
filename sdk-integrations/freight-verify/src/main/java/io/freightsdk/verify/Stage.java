package io.freightsdk.verify;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Money;
import io.freightsdk.internal.verify.MovedClock;
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

  /** Of the application's ledger that was opened last; null if it goes by the database's. */
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
    return ledger(dataSource, book, null);
  }

  /**
   * A ledger as the application makes it.
   *
   * @param moved its clock; null for the one that the application gives, or the database's
   */
  private SpendLedger ledger(DataSource dataSource, String book, @Nullable MovedClock moved) {
    SpendLedgerBuilder builder = SpendLedger.builder();
    asked.ledger.accept(builder);
    if (moved != null) builder.clock(moved);
    SpendLedger ledger = builder.jdbc(dataSource, book);
    if (moved == null) ownClock = ledger.clock();
    return ledger;
  }

  /** Of somebody else who spends, with the same client and a ledger elsewhere. */
  SdkWallet.SetUp setUpOf(SpendLimits limits, DataSource pool, String book) {
    return new SdkWallet.SetUp(
        place -> ledger(pool, book),
        place -> limits,
        null,
        place -> asked.builder(),
        asked.guard::apply);
  }

  Scene scene(Mishap mishap, Money money) {
    return scene(mishap, money, asked.guard::apply, null);
  }

  /**
   * A scene whose time a mishap may move.
   *
   * @param clock of its ledgers; null for theirs as the application makes them
   */
  Scene scene(Mishap mishap, Money money, @Nullable MovedClock clock) {
    return scene(mishap, money, asked.guard::apply, clock);
  }

  /** A scene with a guard that somebody listens to. */
  Scene scene(Mishap mishap, Money money, Function<LedgerGuard, SpendGuard> guard) {
    return scene(mishap, money, guard, null);
  }

  private Scene scene(
      Mishap mishap,
      Money money,
      Function<LedgerGuard, SpendGuard> guard,
      @Nullable MovedClock clock) {
    SdkWallet.SetUp setUp =
        new SdkWallet.SetUp(
            place -> ledger(place.database().dataSource(), place.book(), clock),
            place -> asked.limits,
            asked.scope,
            place -> asked.builder(),
            guard);
    Wallet.Opener opener = place -> new SdkWallet(setUp, place);
    Scene scene = new Scene(mishap, opener, asked.dataSource, scratch.book(), money, null, clock);
    synchronized (scenes) {
      scenes.add(scene);
      if (!over) return scene;
    }
    // Nobody waits for the mishap any more, and the rows may be gone already.
    scene.stop();
    return scene;
  }

  void spendBefore(Scene scene, @Nullable SpendScope scope, BigDecimal usd) {
    if (usd.signum() == 0) return;
    try (SpendLedger ledger = ledger(scene)) {
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
    try (SpendLedger ledger = ledger(scene)) {
      return Account.of(ledger, before);
    }
  }

  private SpendLedger ledger(Scene scene) {
    return ledger(scene.line().dataSource(), scene.place().book(), scene.clock());
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
