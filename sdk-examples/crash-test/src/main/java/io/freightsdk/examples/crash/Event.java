package io.freightsdk.examples.crash;

import io.freightsdk.examples.crash.Scene.Verdict;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What goes wrong. In each event more loads are wanted than the cap allows. */
enum Event {
  RESTART("it restarts") {
    @Override
    void happen(Scene scene) {
      for (int life = 0; life < 3; life++) {
        try (Wallet wallet = scene.open(scene.place())) {
          scene.spend(wallet, 6);
        }
      }
    }
  },
  TEN_PROCESSES("ten processes spend at once") {
    @Override
    void happen(Scene scene) throws Exception {
      synchronized (WalletProcess.TEN_AT_ONCE) {
        List<WalletProcess> processes = new ArrayList<>();
        for (int i = 0; i < 10; i++) processes.add(scene.process(3));
        for (WalletProcess process : processes) scene.hear(process);
      }
    }
  },
  ONE_MILLISECOND("the database is 1 ms away, with twenty clients") {
    @Override
    void happen(Scene scene) throws Exception {
      twentyWalletsBehind(scene, 1);
    }
  },
  FIFTY_MILLISECONDS("the database is 50 ms away, with twenty clients") {
    @Override
    void happen(Scene scene) throws Exception {
      twentyWalletsBehind(scene, 50);
    }
  },
  KILL("`kill -9` during a call") {
    @Override
    void happen(Scene scene) throws Exception {
      scene
          .service()
          .faults()
          .nth(Operation.CREATE_LOAD, 3, Fault.delayAfterCommit(Duration.ofSeconds(5)));
      WalletProcess first = scene.process(10);
      until(() -> scene.broker().debits().size() == 3);
      first.kill();
      scene.hear(first);
      scene.hear(scene.process(12));
    }
  },
  LOST_ANSWERS("answers are lost after the charge") {
    @Override
    void happen(Scene scene) {
      scene.service().faults().times(Operation.CREATE_LOAD, 6, Fault.closeAfterCommit());
      try (Wallet wallet = scene.open(scene.place())) {
        scene.spend(wallet, 15);
      }
    }
  },
  PRICE_RISE("the price rises to 25 USD, and is read") {
    @Override
    void happen(Scene scene) {
      try (Wallet wallet = scene.open(scene.place())) {
        scene.spend(wallet, 4);
        scene.service().price("load_create", "25.00");
        scene.spend(wallet, 10);
      }
    }
  },
  PRICE_ON_THE_WAY("the price rises to 25 USD during a call") {
    @Override
    void happen(Scene scene) throws Exception {
      try (SlowLine line = scene.lineToTheService();
          Wallet wallet = scene.open(scene.place().callingOver(line))) {
        scene.spend(wallet, 7);
        line.duringNextPost(() -> scene.service().price("load_create", "25.00"));
        scene.spend(wallet, 7);
      }
    }

    @Override
    Verdict announced() {
      return over("5.00", "10.00");
    }
  },
  PRICE_UNREAD("the price rises to 25 USD, unread") {
    @Override
    void happen(Scene scene) {
      Place place = scene.place().believingPricesFor(Duration.ofMinutes(4));
      try (Wallet wallet = scene.open(place)) {
        scene.spend(wallet, 9);
        scene.service().price("load_create", "25.00");
        scene.spend(wallet, 6);
      }
    }

    @Override
    Verdict announced() {
      return over("10.00", "10.00");
    }
  },
  TWO_HOURS("a clock is two hours ahead, the cap hourly") {
    @Override
    void happen(Scene scene) {
      Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofHours(2));
      try (Wallet right = scene.open(scene.place());
          Wallet wrong = scene.open(scene.place().at(ahead))) {
        scene.spend(right, 8);
        scene.spend(wrong, 8);
      }
    }

    @Override
    Duration window() {
      return Duration.ofHours(1);
    }
  },
  ONE_YEAR("a clock is a year ahead once, the cap daily") {
    @Override
    void happen(Scene scene) {
      Steps clock = new Steps();
      try (Wallet wallet = scene.open(scene.place().at(clock))) {
        scene.spend(wallet, 9);
        clock.ahead = Duration.ofDays(365);
        scene.spend(wallet, 1);
        clock.ahead = Duration.ZERO;
        scene.spend(wallet, 9);
        clock.ahead = Duration.ofDays(365);
        scene.spend(wallet, 5);
      }
    }

    @Override
    Duration window() {
      return Duration.ofDays(1);
    }
  },
  OWN_NAME("a caller takes a new name") {
    @Override
    void happen(Scene scene) {
      for (int i = 1; i <= 3; i++) {
        try (Wallet wallet = scene.open(scene.place().of("agent-" + i))) {
          scene.spend(wallet, 6);
        }
      }
    }
  },
  KEY_AGAIN("a key is used again for another load") {
    @Override
    void happen(Scene scene) {
      try (Wallet wallet = scene.open(scene.place())) {
        Order first = scene.order();
        scene.create(wallet, first);
        for (int i = 0; i < 3; i++) scene.create(wallet, scene.order().withKeyOf(first));
        scene.spend(wallet, 12);
      }
    }
  },
  OTHER_REFERENCE("an agent repeats three orders under other references") {
    @Override
    void happen(Scene scene) {
      try (Wallet wallet = scene.open(scene.place())) {
        for (int i = 0; i < 3; i++) {
          Order order = scene.order();
          scene.createForAgent(wallet, order);
          scene.createForAgent(wallet, order.underAnotherReference());
        }
      }
    }
  },
  STALE_REPLICA("a replica five loads behind takes over") {
    @Override
    void happen(Scene scene) throws Exception {
      try (Wallet wallet = scene.open(scene.place())) {
        scene.spend(wallet, 3);
        Store.Copy behind = scene.copy();
        scene.spend(wallet, 5);
        scene.failOverTo(behind);
        scene.spend(wallet, 9);
      }
    }

    @Override
    Verdict announced() {
      return over("75.00", "0.00");
    }
  },
  EMPTY_ACCOUNT("a full client waits for a top-up") {
    @Override
    void happen(Scene scene) throws Exception {
      try (Wallet wallet = scene.open(scene.place())) {
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
          callers.add(CompletableFuture.runAsync(() -> scene.spend(wallet, 4), Event::onThread));
        }
        until(() -> scene.broker().balanceUsd().signum() == 0);
        scene.broker().credit("600.00");
        for (CompletableFuture<Void> caller : callers) caller.get(60, TimeUnit.SECONDS);
      }
    }

    @Override
    String balanceUsd() {
      return "60.00";
    }
  };

  private interface Condition {
    boolean holds();
  }

  /** A clock that a test sets ahead. */
  private static final class Steps extends Clock {
    volatile Duration ahead = Duration.ZERO;

    @Override
    public java.time.ZoneId getZone() {
      return java.time.ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(java.time.ZoneId zone) {
      return this;
    }

    @Override
    public java.time.Instant instant() {
      return java.time.Instant.now().plus(ahead);
    }
  }

  private final String title;

  Event(String title) {
    this.title = title;
  }

  abstract void happen(Scene scene) throws Exception;

  String title() {
    return title;
  }

  /** In which the cap counts; null for all time. */
  @Nullable Duration window() {
    return null;
  }

  /** Enough for everything, unless the event is about it. */
  String balanceUsd() {
    return "5000.00";
  }

  /** What the SDK does not prevent: so much is taken over the cap at most, and told wrongly. */
  Verdict announced() {
    return over("0.00", "0.00");
  }

  /** What is left of the cap because nobody wants more. */
  BigDecimal unspentUsd() {
    return this == OTHER_REFERENCE ? new BigDecimal("105.00") : BigDecimal.ZERO;
  }

  /** Whether nothing happened that is not announced. */
  boolean allows(Verdict verdict) {
    Verdict most = announced();
    boolean isWithinCap = verdict.over().compareTo(most.over()) <= 0;
    boolean isTold = verdict.untold().compareTo(most.untold()) <= 0;
    return isWithinCap && isTold && verdict.twice() == 0;
  }

  /** With an H2 of its own. */
  Verdict tryWith(Kind kind) throws Exception {
    try (Store store = Store.h2()) {
      return tryWith(kind, store);
    }
  }

  Verdict tryWith(Kind kind, Store store) throws Exception {
    try (Scene scene = new Scene(kind, store, balanceUsd(), window())) {
      happen(scene);
      return scene.verdict();
    }
  }

  /**
   * Not in the table, because who loses is given: one pays for the last load below the cap while
   * the other one's request is on the line.
   */
  static Verdict twoMeetAtTheCap(Kind kind) throws Exception {
    try (Store store = Store.h2();
        Scene scene = new Scene(kind, store, "5000.00", null);
        SlowLine line = scene.lineToTheService();
        Wallet first = scene.open(scene.place().callingOver(line));
        Wallet second = scene.open(scene.place())) {
      scene.spend(first, 9);
      line.duringNextPost(() -> scene.spend(second, 1));
      scene.spend(first, 1);
      return scene.verdict();
    }
  }

  private static Verdict over(String overUsd, String wrongUsd) {
    BigDecimal over = new BigDecimal(overUsd);
    return new Verdict(Place.CAP.add(over), over, 0, new BigDecimal(wrongUsd));
  }

  private static void twentyWalletsBehind(Scene scene, int millis) throws Exception {
    try (SlowLine line = scene.line(millis)) {
      List<Wallet> wallets = new CopyOnWriteArrayList<>();
      // The first makes the tables.
      wallets.add(scene.open(scene.behind(line)));
      atOnce(Collections.nCopies(19, () -> wallets.add(scene.open(scene.behind(line)))));
      atOnce(wallets.stream().<Runnable>map(wallet -> () -> scene.spend(wallet, 2)).toList());
      wallets.forEach(Wallet::close);
    }
  }

  private static void atOnce(List<Runnable> work) throws Exception {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (Runnable each : work) all.add(CompletableFuture.runAsync(each, Event::onThread));
    for (CompletableFuture<Void> each : all) each.get(60, TimeUnit.SECONDS);
  }

  private static void onThread(Runnable work) {
    Thread thread = new Thread(work, "caller");
    thread.setDaemon(true);
    thread.start();
  }

  private static void until(Condition condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.holds()) {
      if (System.nanoTime() > end) throw new IllegalStateException("nothing happened in a minute");
      LockSupport.parkNanos(1_000_000);
    }
  }
}
