package io.freightsdk.micrometer;

import io.freightsdk.CallEvent;
import io.freightsdk.CallTracer;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.Operation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Observes each call of a client, and below it each request of the call:
 *
 * <pre>{@code
 * FreightClient.builder().tracer(new FreightObservations(registry)).build();
 * }</pre>
 *
 * <p>A call is {@code freight.calls}, with the tags of {@link FreightCallConvention}. A request is
 * {@code freight.requests}, with {@code operation}, {@code status} and {@code charge}. The parent
 * of a call is the observation of its caller, also for futures. No header of the trace is sent to
 * the service. Safe for concurrent use.
 */
public final class FreightObservations implements CallTracer {
  private static final FreightCallConvention DEFAULT = new FreightCallConvention() {};

  private final ObservationRegistry registry;
  private final @Nullable FreightCallConvention convention;

  /** Observations with the default names and tags. */
  public FreightObservations(ObservationRegistry registry) {
    this(registry, null);
  }

  /**
   * Observations with other names and tags.
   *
   * @param convention the names and tags of calls; null for the default
   */
  public FreightObservations(
      ObservationRegistry registry, @Nullable FreightCallConvention convention) {
    this.registry = Objects.requireNonNull(registry, "registry");
    this.convention = convention;
  }

  @Override
  public @Nullable TracedCall start(Operation operation, @Nullable String loadNumber) {
    if (registry.isNoop()) return null;
    FreightCallContext context = new FreightCallContext(operation, loadNumber);
    Observation call = Observation.createNotStarted(convention, DEFAULT, () -> context, registry);
    if (call.isNoop()) return null;
    start(call);
    return new ObservedCall(context, call);
  }

  /** If a handler throws, the others end, too. Otherwise their timers would never stop. */
  private static void start(Observation observation) {
    try {
      observation.start();
    } catch (Throwable thrown) {
      observation.stop();
      throw thrown;
    }
  }

  private static void stop(Observation observation, @Nullable Throwable failure) {
    try {
      if (failure != null) observation.error(failure);
    } finally {
      observation.stop();
    }
  }

  private final class ObservedCall implements TracedCall {
    private final FreightCallContext context;
    private final Observation call;

    /** The request in progress; null for none. */
    private @Nullable Observation request;

    ObservedCall(FreightCallContext context, Observation call) {
      this.context = context;
      this.call = call;
    }

    @Override
    public AutoCloseable openScope() {
      return call.openScope();
    }

    @Override
    public void attemptStarted() {
      // It sends nothing: the tracer then knows that the span is a client's.
      SenderContext<Object> sender = new SenderContext<>((none, name, value) -> {}, Kind.CLIENT);
      sender.setRemoteServiceName("freight");
      Operation operation = context.operation();
      Observation attempt =
          Observation.createNotStarted("freight.requests", () -> sender, registry)
              .parentObservation(call)
              .contextualName(operation.method() + " " + operation.path())
              .lowCardinalityKeyValue("operation", operation.id())
              .lowCardinalityKeyValue("status", "none")
              .lowCardinalityKeyValue("charge", "none");
      FreightObservations.start(attempt);
      request = attempt;
    }

    @Override
    public void attemptEnded(CallEvent.AttemptEnded attempt) {
      Observation ended = request;
      if (ended == null) return;
      request = null;
      Integer status = attempt.status();
      if (status != null) ended.lowCardinalityKeyValue("status", status.toString());
      ended.lowCardinalityKeyValue(
          "charge", attempt.charge().kind().name().toLowerCase(Locale.ROOT));
      stop(ended, attempt.failure());
    }

    @Override
    public void succeeded(FreightResponse<?> response) {
      succeeded("success", response);
    }

    @Override
    public void shared(FreightResponse<?> response) {
      succeeded("shared", response);
    }

    @Override
    public void stale(FreightResponse<?> response) {
      succeeded("stale", response);
    }

    private void succeeded(String outcome, FreightResponse<?> response) {
      context.succeeded(outcome, response);
      end(null);
    }

    @Override
    public void failed(Throwable failure) {
      context.failed();
      end(failure);
    }

    private void end(@Nullable Throwable failure) {
      Observation unsent = request;
      request = null;
      try {
        if (unsent != null) stop(unsent, failure);
      } finally {
        stop(call, failure);
      }
    }
  }
}
