package io.freightsdk.chaos;

import io.freightsdk.model.Operation;
import io.freightsdk.simulation.RunObservations;
import io.freightsdk.simulation.Violation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** What the ledger of a run's service says, and what its callers were told. */
final class ChaosObservations implements RunObservations {
  private static final List<PriceFrom> PRICES =
      List.of(
          new PriceFrom(Long.MIN_VALUE, Operation.CREATE_LOAD, ChaosPlan.CREATE),
          new PriceFrom(Long.MIN_VALUE, Operation.GET_LOAD_POSITION, ChaosPlan.READ));

  private final ChaosPlan plan;
  private final Instant start;
  private final List<ResultFile.Call> calls = new ArrayList<>();
  private final List<Debit> debits = new ArrayList<>();
  private final List<Violation> violations;

  /**
   * Puts it together.
   *
   * @param taken what the service took from the processes of the run
   * @param start when the run began
   * @param ahead of that is the service's clock
   */
  ChaosObservations(
      ChaosPlan plan,
      List<ResultFile.Call> told,
      List<StandaloneService.Debit> taken,
      Instant start,
      Duration ahead,
      Function<String, String> callOfRequest,
      List<Violation> violations) {
    this.plan = plan;
    this.start = start;
    this.violations = violations;
    calls.addAll(told);
    calls.sort(Comparator.comparingLong(ResultFile.Call::begunAt));
    Map<String, ResultFile.Call> byName = new HashMap<>();
    for (ResultFile.Call call : calls) byName.put(call.name, call);
    for (StandaloneService.Debit one : taken) {
      String name = one.requestId() == null ? null : callOfRequest.apply(one.requestId());
      ResultFile.Call call = name == null ? null : byName.get(name);
      if (call == null) {
        throw new AssertionError("nobody's call is known for " + one + ", named " + name);
      }
      long at = Duration.between(start.plus(ahead), one.at()).toNanos();
      debits.add(new Debit(call, call.begunAt(), at, one.usd(), one.key()));
    }
  }

  void tell(EventLog story) {
    for (ResultFile.Call call : calls) {
      String key = call.idempotencyKey() == null ? "" : " with key " + call.idempotencyKey();
      story.tell(
          call.begunAt(),
          String.format(Locale.ROOT, "Somebody begins %s%s in %s.", call, key, call.scope()));
      if (call.hasEnded()) {
        story.tell(call.endedAt(), call + " ends: " + call.said() + "; told " + call.told());
      }
    }
    for (Debit debit : debits) {
      story.tell(
          debit.at(),
          String.format(
              Locale.ROOT,
              "The service takes %s USD for %s, key %s.",
              debit.usd(),
              debit.call(),
              debit.key()));
    }
  }

  @Override
  public Terms terms() {
    return plan.terms();
  }

  @Override
  public List<ResultFile.Call> calls() {
    return calls;
  }

  @Override
  public List<Debit> debits() {
    return debits;
  }

  @Override
  public List<PriceFrom> prices() {
    return PRICES;
  }

  @Override
  public boolean booksWereAway(long from, long until) {
    return plan.stops() > 0 || plan.cuts() > 0;
  }

  @Override
  public void violated(Violation.Rule rule, String fact) {
    violations.add(new Violation(rule, fact, null));
  }
}
