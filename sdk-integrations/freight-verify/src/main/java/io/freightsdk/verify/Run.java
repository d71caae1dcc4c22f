package io.freightsdk.verify;

import static io.freightsdk.verify.Amounts.usd;

import io.freightsdk.internal.verify.Machine;
import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Mishaps;
import io.freightsdk.internal.verify.TimePasses;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.verify.VerificationReport.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One run of a verification: the order of its rows, and its end, which comes also after an
 * interrupt or a signal.
 */
final class Run {
  static final String REPLICA = "a replica that is behind takes over";
  static final String REMOVED = "its rows are removed";

  static final List<Mishap> ALL =
      Stream.concat(
              Stream.of(Mishaps.values())
                  // As the one before it, and takes longer.
                  .filter(mishap -> mishap != Mishaps.FIFTY_MILLISECONDS),
              Stream.of(new TimePasses()))
          .toList();

  private final Verification asked;
  private final Stage stage;
  private final List<Row> rows = new ArrayList<>();

  Run(Verification asked) {
    this.asked = asked;
    this.stage = new Stage(asked);
  }

  VerificationReport report() {
    long begin = Machine.nanoTime();
    Runnable stopped = Machine.whenTheJvmEnds(this::stop);
    Amounts amounts = Amounts.of(asked);
    String product;
    try {
      PoolCheck.Found pool = PoolCheck.of(asked.dataSource);
      product = pool.product();
      rows.add(pool.row());
      SetUpCheck setUp = new SetUpCheck(stage, asked, amounts, rows::add);
      String why = setUp.look(pool.isUsable() ? null : "the pool has to be fixed first");
      if (why == null) {
        new Trials(stage, setUp.amounts(), asked.scope)
            .play(asked.mishaps, begin, asked.atMost, rows::add);
      } else {
        for (Mishap mishap : asked.mishaps) rows.add(Row.notTried(mishap.title(), why));
      }
      Surroundings surroundings = new Surroundings(stage, setUp.amounts(), asked);
      rows.add(surroundings.others(why));
      rows.add(surroundings.queue(why));
      rows.add(surroundings.requestTimeout(setUp.longestCall()));
      rows.add(
          Row.notTried(
              REPLICA,
              "it needs a failover of your database. Commits that it loses are lost to limits; call"
                  + " reconcile() after one."));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      product = "interrupted";
      rows.add(Row.notTried("the rest", "the thread was interrupted"));
    } finally {
      stop();
      stopped.run();
    }
    return new VerificationReport(title(product, amounts.limits()), rows);
  }

  private String title(String product, List<SpendLimit> limits) {
    String set =
        limits.stream()
            .map(SpendLimit::description)
            .map(text -> text.replaceFirst(" for scope " + SpendScope.CLIENT + "$", ""))
            .collect(Collectors.joining(", "));
    return "Freight verify: %s; %s; a load costs %s USD"
        .formatted(product, set.isEmpty() ? "no limit" : set, usd(asked.price));
  }

  /** Ends the stage, once at a time: also a signal may do so. */
  private synchronized void stop() {
    @Nullable String left = stage.end();
    if (left == null) return;
    rows.add(
        Row.failed(
            REMOVED,
            left,
            "delete the rows of the tables freight_* whose book begins with \""
                + stage.scratch().prefix()
                + "\""));
  }
}
