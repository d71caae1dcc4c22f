package io.freightsdk.internal.verify;

import io.freightsdk.internal.verify.Wallet.Order;
import io.freightsdk.internal.verify.Wallet.Told;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The mishaps that every wallet over a database can be tried with. */
public enum Mishaps implements Mishap {
  RESTART("it restarts") {
    @Override
    public void happen(Scene scene) {
      for (int life = 0; life < 3; life++) {
        Wallet wallet = scene.open(scene.place());
        scene.spend(wallet, scene.money().tenths(6));
        scene.close(wallet);
      }
    }
  },
  AT_ONCE("ten instances spend at once") {
    @Override
    public void happen(Scene scene) throws Exception {
      spendAtOnce(scene, 10, 3);
    }
  },
  ONE_MILLISECOND("the database is 1 ms away, with twenty clients") {
    @Override
    public void happen(Scene scene) throws Exception {
      scene.place().database().delay(Duration.ofMillis(1));
      spendAtOnce(scene, 20, 2);
    }
  },
  FIFTY_MILLISECONDS("the database is 50 ms away, with twenty clients") {
    @Override
    public void happen(Scene scene) throws Exception {
      scene.place().database().delay(Duration.ofMillis(50));
      spendAtOnce(scene, 20, 2);
    }
  },
  /** A process that dies leaves its connections cut, and nothing else behind. */
  CUT("instances die at each statement of a call") {
    @Override
    public void happen(Scene scene) throws Exception {
      for (boolean afterwards : new boolean[] {false, true}) {
        boolean wasCut = true;
        for (int first = 1; wasCut; first += DYING_AT_ONCE) {
          List<CompletableFuture<Boolean>> dying = new ArrayList<>();
          for (int passage = first; passage < first + DYING_AT_ONCE; passage++) {
            int here = passage;
            dying.add(Machine.begin(() -> dies(scene, here, afterwards)));
          }
          for (CompletableFuture<Boolean> each : dying) wasCut &= each.get();
        }
      }
      // The next ones have the room that the dead have left, and no more.
      scene.spend(scene.open(scene.place()), scene.money().room() + 1);
    }

    @Override
    public int room() {
      return 80;
    }
  },
  LOST_ANSWERS("answers are lost after the charge") {
    @Override
    public void happen(Scene scene) {
      scene.service().faults().times(Operation.CREATE_LOAD, 6, Fault.closeAfterCommit());
      scene.spend(scene.open(scene.place()), scene.money().tenths(15));
    }
  },
  /** The last room is that of the lost order itself. */
  LOST_ORDER("another instance repeats an order that was lost") {
    @Override
    public void happen(Scene scene) {
      Wallet others = scene.open(scene.place());
      scene.spend(others, scene.money().room() - 2);
      repeatAfter(scene, Fault.closeAfterCommit());
      repeatAfter(scene, Fault.closeBeforeProcessing());
      scene.spend(others, scene.money().tenths(3));
    }

    private void repeatAfter(Scene scene, Fault fault) {
      Order order = scene.order();
      Wallet first = scene.open(scene.place());
      scene.service().faults().always(Operation.CREATE_LOAD, fault);
      scene.create(first, order);
      scene.service().faults().clear();
      scene.close(first);
      int before = scene.broker().debits().size();
      Told told = scene.ask(scene.open(scene.place()), order);
      boolean wasCharged = scene.broker().debits().size() > before;
      if (wasCharged && told.isNothing()) {
        scene.broke("an order was charged when it was repeated, and told to have cost nothing");
      }
      boolean hasLoad = !scene.service().sms().to(order.driverPhone()).isEmpty();
      if (hasLoad) return;
      scene.broke(
          "an order that was lost created no load when it was repeated: "
              + (told.failure() == null ? "the limit counts it twice" : told.failure()));
    }
  },
  DATABASE_AWAY("the database goes away before and during a call") {
    @Override
    public void happen(Scene scene) {
      Line line = scene.place().database();
      Wallet wallet = scene.open(scene.place());
      scene.spend(wallet, scene.money().tenths(2));
      line.goAway();
      scene.spend(wallet, 1);
      line.comeBack();
      scene.duringNextPost(line::goAway);
      scene.spend(wallet, 1);
      scene.duringNoPost();
      line.comeBack();
      scene.spend(wallet, scene.money().room());
    }
  },
  DATABASE_HANGS("the database hangs before and during a call") {
    @Override
    public void happen(Scene scene) throws InterruptedException {
      Line line = scene.place().database();
      Wallet other = scene.open(scene.place());
      scene.spend(other, scene.money().tenths(2));
      Wallet wallet = scene.open(scene.place().withDeadline(DEADLINE));
      line.hold();
      endsWhileHeld(scene, wallet);
      scene.duringNextPost(line::hold);
      endsWhileHeld(scene, wallet);
      scene.duringNoPost();
      scene.spend(other, scene.money().room());
    }

    private void endsWhileHeld(Scene scene, Wallet wallet) throws InterruptedException {
      CompletableFuture<Void> call = scene.begin(wallet);
      boolean ended = Machine.ends(call, DEADLINE.multipliedBy(3));
      scene.place().database().letGo();
      if (!ended) scene.broke("a call did not end at its deadline while the database hung");
      scene.until(call::isDone);
    }
  },
  POOLER("a pooler gives each transaction another session") {
    @Override
    public void happen(Scene scene) throws Exception {
      List<Wallet> wallets = new ArrayList<>();
      for (int i = 0; i < 3; i++) wallets.add(scene.open(scene.place()));
      // A ledger that sees a pooler when it opens says what the driver needs behind one.
      scene.place().database().giveOtherSessions();
      int each = scene.money().tenths(5);
      scene.atOnce(
          wallets.stream().<Runnable>map(wallet -> () -> scene.spend(wallet, each)).toList());
    }
  },
  PRICE_RISE("the price rises, and is read") {
    @Override
    public void happen(Scene scene) {
      Wallet wallet = scene.open(scene.place().believingPricesFor(Duration.ZERO));
      scene.spend(wallet, scene.money().tenths(4));
      rise(scene);
      scene.spend(wallet, scene.money().room());
    }
  },
  PRICE_ON_THE_WAY("the price rises during a call") {
    @Override
    public void happen(Scene scene) {
      Wallet wallet = scene.open(scene.place().believingPricesFor(Duration.ZERO));
      scene.spend(wallet, scene.money().tenths(7));
      scene.duringNextPost(() -> rise(scene));
      scene.spend(wallet, scene.money().tenths(7));
      scene.duringNoPost();
    }

    @Override
    public BigDecimal announced(Money money) {
      return money.rise();
    }
  },
  PRICE_UNREAD("the price rises, unread") {
    @Override
    public void happen(Scene scene) {
      Wallet wallet = scene.open(scene.place().believingPricesFor(Duration.ofMinutes(4)));
      scene.spend(wallet, scene.money().room() - 1);
      rise(scene);
      scene.spend(wallet, scene.money().tenths(6));
    }

    @Override
    public BigDecimal announced(Money money) {
      return money.rise();
    }
  },
  TWO_HOURS("a clock is two hours ahead, the cap hourly") {
    @Override
    public void happen(Scene scene) {
      Clock ahead = Clock.offset(SYSTEM, Duration.ofHours(2));
      Wallet right = scene.open(scene.place());
      Wallet wrong = scene.open(scene.place().at(ahead));
      scene.spend(right, scene.money().tenths(8));
      scene.spend(wrong, scene.money().tenths(8));
    }

    @Override
    public Duration window() {
      return Duration.ofHours(1);
    }
  },
  ONE_YEAR("a clock is a year ahead once, the cap daily") {
    @Override
    public void happen(Scene scene) {
      Steps clock = new Steps();
      Wallet wallet = scene.open(scene.place().at(clock));
      scene.spend(wallet, scene.money().tenths(9));
      clock.ahead = Duration.ofDays(365);
      scene.spend(wallet, 1);
      clock.ahead = Duration.ZERO;
      scene.spend(wallet, scene.money().tenths(9));
      clock.ahead = Duration.ofDays(365);
      scene.spend(wallet, scene.money().tenths(5));
    }

    @Override
    public Duration window() {
      return Duration.ofDays(1);
    }
  },
  OWN_NAME("a caller takes a new name") {
    @Override
    public void happen(Scene scene) {
      for (int i = 1; i <= 3; i++) {
        Wallet wallet = scene.open(scene.place().of("agent-" + i));
        scene.spend(wallet, scene.money().tenths(6));
        scene.close(wallet);
      }
    }
  },
  KEY_AGAIN("a key is used again for another load") {
    @Override
    public void happen(Scene scene) {
      Wallet wallet = scene.open(scene.place());
      Order first = scene.order();
      scene.create(wallet, first);
      for (int i = 0; i < 3; i++) scene.create(wallet, scene.order().withKeyOf(first));
      scene.spend(wallet, scene.money().tenths(12));
    }
  },
  EMPTY_ACCOUNT("a full client waits for a top-up") {
    @Override
    public void happen(Scene scene) throws Exception {
      Wallet wallet = scene.open(scene.place());
      List<CompletableFuture<Void>> callers = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        callers.add(scene.begin(() -> scene.spend(wallet, scene.money().tenths(4))));
      }
      scene.until(() -> scene.broker().balanceUsd().compareTo(scene.money().price()) < 0);
      scene.broker().credit(super.balanceUsd(scene.money()));
      for (CompletableFuture<Void> caller : callers) scene.until(caller::isDone);
      // Who does not wait for a top-up has been refused, and comes again.
      scene.spend(wallet, scene.money().room());
    }

    @Override
    public BigDecimal balanceUsd(Money money) {
      return money.loads(money.tenths(4));
    }
  };

  private static final Clock SYSTEM = Clock.systemUTC();
  private static final int DYING_AT_ONCE = 4;

  /** Of a call while the database hangs. */
  private static final Duration DEADLINE = Duration.ofSeconds(2);

  private final String title;

  Mishaps(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  /** Each is an instance of its own, and wants so many tenths of what fits. */
  private static void spendAtOnce(Scene scene, int instances, int tenths) throws Exception {
    List<Wallet> wallets = new CopyOnWriteArrayList<>();
    // The first makes the tables.
    wallets.add(scene.open(scene.place()));
    scene.atOnce(Collections.nCopies(instances - 1, () -> wallets.add(scene.open(scene.place()))));
    int each = scene.money().tenths(tenths);
    scene.atOnce(
        wallets.stream().<Runnable>map(wallet -> () -> scene.spend(wallet, each)).toList());
  }

  /** Whether an instance was cut from the database in its call, for good. */
  private static boolean dies(Scene scene, int passage, boolean afterwards) {
    Line line = scene.line();
    Wallet wallet = scene.open(scene.place().over(line));
    line.cutAt(passage, afterwards);
    Told told = wallet.create(scene.order());
    boolean wasCut = line.isAway();
    // Nobody hears what the dead would say.
    scene.hear(List.of(wasCut ? Told.perhaps(scene.money().price()) : told));
    return wasCut;
  }

  private static void rise(Scene scene) {
    scene.service().price("load_create", scene.money().higher().toPlainString());
  }

  /** A clock that is set ahead. */
  private static final class Steps extends Clock {
    volatile Duration ahead = Duration.ZERO;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(@Nullable ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return SYSTEM.instant().plus(ahead);
    }
  }
}
