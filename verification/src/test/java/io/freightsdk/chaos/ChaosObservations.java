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

/** The observations of a run over sockets. */
final class ChaosObservations implements RunObservations {
  private static final List<PriceChange> PRICES =
      List.of(
          new PriceChange(Long.MIN_VALUE, Operation.CREATE_LOAD, ChaosPlan.CREATION_USD),
          new PriceChange(Long.MIN_VALUE, Operation.GET_LOAD_POSITION, ChaosPlan.READ_USD));

  private final ChaosPlan plan;
  private final Instant start;
  private final List<ResultFile.Call> calls = new ArrayList<>();
  private final List<Debit> debits = new ArrayList<>();
  private final List<Violation> violations;

  /**
   * Joins calls and debits.
   *
   * @param serviceDebits debits of the run
   * @param start the start of the run
   * @param clockAhead lead of the service's clock
   */
  ChaosObservations(
      ChaosPlan plan,
      List<ResultFile.Call> results,
      List<StandaloneService.Debit> serviceDebits,
      Instant start,
      Duration clockAhead,
      Function<String, String> callOfRequest,
      List<Violation> violations) {
    this.plan = plan;
    this.start = start;
    this.violations = violations;
    calls.addAll(results);
    calls.sort(Comparator.comparingLong(ResultFile.Call::startedAt));
    Map<String, ResultFile.Call> byName = new HashMap<>();
    for (ResultFile.Call call : calls) byName.put(call.name, call);
    for (StandaloneService.Debit debit : serviceDebits) {
      String name = debit.requestId() == null ? null : callOfRequest.apply(debit.requestId());
      ResultFile.Call call = name == null ? null : byName.get(name);
      if (call == null) {
        throw new AssertionError("no call for " + debit + ", named " + name);
      }
      long at = Duration.between(start.plus(clockAhead), debit.at()).toNanos();
      debits.add(new Debit(call, call.startedAt(), at, debit.usd(), debit.key()));
    }
  }

  void addTo(EventLog log) {
    for (ResultFile.Call call : calls) {
      String key = call.idempotencyKey() == null ? "" : " with key " + call.idempotencyKey();
      log.add(
          call.startedAt(),
          String.format(Locale.ROOT, "A customer starts %s%s in %s.", call, key, call.scope()));
      if (call.hasEnded()) {
        log.add(
            call.endedAt(),
            call + " ends: " + call.resultText() + "; reported " + call.reportedCharge());
      }
    }
    for (Debit debit : debits) {
      log.add(
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
  public ClientSettings clientSettings() {
    return plan.clientSettings();
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
  public List<PriceChange> prices() {
    return PRICES;
  }

  @Override
  public boolean ledgerWasUnavailable(long from, long until) {
    return plan.stops() > 0 || plan.cuts() > 0;
  }

  @Override
  public void addViolation(Violation.Rule rule, String fact) {
    violations.add(new Violation(rule, fact, null));
  }
}
