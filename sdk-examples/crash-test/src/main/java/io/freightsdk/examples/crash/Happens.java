package io.freightsdk.examples.crash;

import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Mishaps;
import io.freightsdk.internal.verify.Scene;
import io.freightsdk.internal.verify.Scene.Verdict;
import io.freightsdk.internal.verify.Wallet;
import io.freightsdk.internal.verify.Wallet.Order;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What happens here besides the mishaps of a set-up: it needs processes, agents, a replica. */
enum Happens implements Mishap {
  TEN_PROCESSES("ten processes spend at once") {
    @Override
    public void happen(Scene scene) throws Exception {
      synchronized (WalletProcess.TEN_AT_ONCE) {
        List<WalletProcess> processes = new ArrayList<>();
        for (int i = 0; i < 10; i++) processes.add(WalletProcess.spend(scene, 3));
        for (WalletProcess process : processes) scene.hear(process.told());
      }
    }
  },
  KILL("`kill -9` during a call") {
    @Override
    public void happen(Scene scene) throws Exception {
      scene
          .service()
          .faults()
          .nth(Operation.CREATE_LOAD, 3, Fault.delayAfterCommit(Duration.ofSeconds(5)));
      WalletProcess first = WalletProcess.spend(scene, 10);
      scene.until(() -> scene.broker().debits().size() == 3);
      first.kill();
      scene.hear(first.told());
      scene.hear(WalletProcess.spend(scene, 12).told());
    }
  },
  OTHER_REFERENCE("an agent repeats three orders under other references") {
    @Override
    public void happen(Scene scene) {
      Wallet wallet = scene.open(scene.place());
      List<Wallet.Told> told = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Order order = scene.order();
        told.add(wallet.createForAgent(order));
        told.add(wallet.createForAgent(order.underAnotherReference()));
      }
      scene.hear(told);
    }
  },
  STALE_REPLICA("a replica five loads behind takes over") {
    @Override
    public void happen(Scene scene) throws Exception {
      Trial trial = (Trial) scene.opener();
      Wallet wallet = scene.open(scene.place());
      scene.spend(wallet, 3);
      Store.Copy behind =
          Store.copy(Objects.requireNonNull(trial.url().get()), scene.place().book());
      scene.spend(wallet, 5);
      trial.failOver(scene.place(), behind);
      scene.spend(wallet, 9);
    }
  },
  /**
   * Not in the table, because who loses is given: one pays for the last load below the cap while
   * the other one's request is on the line.
   */
  MEET("two meet at the cap") {
    @Override
    public void happen(Scene scene) {
      Wallet first = scene.open(scene.place());
      Wallet second = scene.open(scene.place());
      scene.spend(first, 9);
      scene.duringNextPost(() -> scene.spend(second, 1));
      scene.spend(first, 1);
    }
  };

  /** The rows of the table. */
  static final List<Mishap> ALL =
      List.of(
          Mishaps.RESTART,
          TEN_PROCESSES,
          Mishaps.ONE_MILLISECOND,
          Mishaps.FIFTY_MILLISECONDS,
          KILL,
          Mishaps.LOST_ANSWERS,
          Mishaps.DATABASE_AWAY,
          Mishaps.DATABASE_HANGS,
          Mishaps.PRICE_RISE,
          Mishaps.PRICE_ON_THE_WAY,
          Mishaps.PRICE_UNREAD,
          Mishaps.TWO_HOURS,
          Mishaps.ONE_YEAR,
          Mishaps.OWN_NAME,
          Mishaps.KEY_AGAIN,
          OTHER_REFERENCE,
          STALE_REPLICA,
          Mishaps.EMPTY_ACCOUNT);

  /** What the replica lacks, which no ledger on it can know. */
  private static final BigDecimal FIVE_LOADS = new BigDecimal("75.00");

  private final String title;

  Happens(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  /** Whether nothing happened to the SDK that is not announced. */
  static boolean allows(Mishap mishap, Verdict verdict) {
    if (mishap == STALE_REPLICA) {
      return verdict.untold().signum() == 0 && verdict.isWithin(FIVE_LOADS);
    }
    return verdict.isWithin(mishap.announced(Trial.MONEY));
  }
}
