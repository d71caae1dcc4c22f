package io.freightsdk.verify;

import static io.freightsdk.verify.Amounts.usd;

import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Money;
import io.freightsdk.internal.verify.Scene;
import io.freightsdk.internal.verify.SdkWallet;
import io.freightsdk.internal.verify.Wallet;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.verify.Verification.Other;
import io.freightsdk.verify.VerificationReport.Row;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What only the user can tell: who else spends, how the load of an order is created, and after how
 * long the web server gives up. What was not told is not tried.
 */
record Surroundings(Stage stage, Amounts amounts, Verification asked) {
  static final String OTHERS = "others spend from the same balance";
  static final String QUEUE = "a queue delivers an order twice";
  static final String REQUEST = "the web server gives up a request";

  /** A mishap of which only the name and the money matter. */
  private record Named(String title) implements Mishap {
    @Override
    public void happen(Scene scene) {}
  }

  /**
   * Lets the others spend what is left below the limit.
   *
   * @param why nothing can be tried; null if it can
   */
  Row others(@Nullable String why) throws InterruptedException {
    if (asked.others.isEmpty()) {
      return Row.notTried(OTHERS, "name who else spends from your balance with alsoSpends(...)");
    }
    if (why != null) return Row.notTried(OTHERS, why);
    List<String> wrong = new ArrayList<>();
    List<String> todo = new ArrayList<>();
    for (Other other : asked.others) {
      try {
        Boolean unused = Bounded.call(() -> isWithin(other, wrong, todo));
      } catch (Bounded.Failure e) {
        return Row.notTried(
            OTHERS, "%s could not be played: %s".formatted(other.who(), e.getMessage()));
      }
    }
    if (wrong.isEmpty()) return Row.passed(OTHERS, "within the limits of " + asked.name);
    return Row.failed(OTHERS, String.join("; ", wrong), String.join("; ", todo));
  }

  private boolean isWithin(Other other, List<String> wrong, List<String> todo)
      throws InterruptedException {
    boolean samePool = other.dataSource() == asked.dataSource;
    Mishap mishap = new Named(other.who());
    Money money = amounts.money(mishap);
    try (Scene scene = stage.scene(mishap, money)) {
      String book = scene.place().book();
      stage.spendBefore(scene, asked.scope, amounts.tightest().subtract(money.cap()));
      scene.spend(scene.open(scene.place()), money.room());
      // Another process has another pool, and yet the same database.
      Reach ours = samePool ? null : Reach.of(other.dataSource(), book);
      if (ours != null && !ours.isTheSame()) return reachesSeveral(other, ours, wrong, todo);
      boolean sameDatabase = ours == null || ours.isSeenByAll();
      boolean sameLedger = sameDatabase && other.name().equals(asked.name);
      String otherBook = sameLedger ? book : stage.scratch().book();
      stage.scratch().isUsedIn(other.dataSource());
      DataSource theirPool = scene.lineTo(other.dataSource()).dataSource();
      SdkWallet.SetUp theirs = stage.setUpOf(other.limits(), theirPool, otherBook);
      try (Wallet wallet = new SdkWallet(theirs, scene.place())) {
        scene.spend(wallet, money.tenths(3));
      }
      if (!sameDatabase) {
        Reach theirOwn = Reach.of(other.dataSource(), otherBook);
        if (!theirOwn.isTheSame()) return reachesSeveral(other, theirOwn, wrong, todo);
      }
      BigDecimal over = scene.verdict().over();
      if (over.signum() == 0) return true;
      wrong.add("%s spent %s USD over the limit".formatted(other.who(), usd(over)));
      todo.add(
          sameLedger
              ? "a limit binds the calls that bring it: give %s the same SpendLimits as %s"
                  .formatted(other.who(), asked.name)
              : "%s has a ledger of its own (%s%s), and one balance needs one: open \"%s\" there too, with the same SpendLimits"
                  .formatted(
                      other.who(),
                      other.name(),
                      sameDatabase ? "" : " in another database",
                      asked.name));
      return false;
    }
  }

  private boolean reachesSeveral(Other other, Reach reach, List<String> wrong, List<String> todo) {
    stage.scratch().reachesSeveralDatabases(other.dataSource());
    wrong.add("of the pool of %s %s".formatted(other.who(), reach.text()));
    todo.add(Reach.ONE_PRIMARY);
    return false;
  }

  /**
   * Delivers an order twice, of which the first answer is lost.
   *
   * @param why nothing can be tried; null if it can
   */
  Row queue(@Nullable String why) throws InterruptedException {
    Verification.Create create = asked.create;
    if (create == null) {
      return Row.notTried(
          QUEUE, "give the function that creates the load of an order: create(...)");
    }
    if (why != null) return Row.notTried(QUEUE, why);
    Mishap twice = new Named(QUEUE);
    Money money = amounts.money(twice);
    if (money.room() < 2) return Row.notTried(QUEUE, "the limit has no room for two loads");
    try (Scene scene = stage.scene(twice, money)) {
      return Bounded.call(() -> deliverTwice(scene, create));
    } catch (Bounded.Failure e) {
      return Row.notTried(QUEUE, e.getMessage());
    }
  }

  private Row deliverTwice(Scene scene, Verification.Create create) {
    Wallet.Order order = scene.order();
    Verification.Order delivered =
        new Verification.Order(order.reference(), SdkWallet.input(order));
    // The first delivery pays and never hears so.
    scene.service().faults().always(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    String failure = "it returned without a load";
    for (int delivery = 1; delivery <= 2; delivery++) {
      SdkWallet instance = (SdkWallet) scene.open(scene.place());
      try {
        create.create(instance.client(), delivered);
      } catch (Exception e) {
        failure = Bounded.textOf(e);
      }
      scene.service().faults().clear();
    }
    BigDecimal taken = scene.verdict().taken();
    if (taken.signum() == 0) {
      return Row.notTried(QUEUE, "your function created no load: " + failure);
    }
    if (taken.compareTo(asked.price) == 0) {
      return Row.passed(QUEUE, usd(taken) + " USD taken for two deliveries");
    }
    return Row.failed(
        QUEUE,
        "%s USD taken for an order that costs %s USD".formatted(usd(taken), usd(asked.price)),
        "derive the key from the order, so that each delivery has the same:"
            + " CallOptions.builder().idempotencyKey(IdempotencyKeys.derivedFrom(\"orders\", reference))");
  }

  /**
   * Compares the time of a call with that of the web server.
   *
   * @param longest that the client lets a call take, as its first one said; zero if there was none
   */
  Row requestTimeout(Duration longest) {
    Duration timeout = asked.requestTimeout;
    if (timeout == null) {
      return Row.notTried(REQUEST, "tell after how long with requestTimeout(...)");
    }
    if (longest.isZero()) return Row.notTried(REQUEST, "no call was made");
    // What was left of it when the ledger was asked.
    Duration deadline = Duration.ofSeconds(longest.plusMillis(999).toSeconds());
    String seen =
        "a call takes %d s at most, the web server gives up after %d s"
            .formatted(deadline.toSeconds(), timeout.toSeconds());
    if (deadline.compareTo(timeout) <= 0) return Row.passed(REQUEST, seen);
    return Row.failed(
        REQUEST,
        seen + ": the user sees an error for a load that is paid for afterwards",
        "set deadline(...) of the client, or freight.deadline, to less than %d s"
            .formatted(timeout.toSeconds()));
  }
}
