package io.freightsdk.micrometer;

import io.freightsdk.CallTag;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.RequestReplySenderContext;
import java.io.IOException;
import java.util.Objects;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Makes an observation {@code freight.client.requests} of each attempt: a timer by operation and
 * status and, if the application uses Micrometer Tracing, a client span whose context is sent with
 * the request. Its parent is the observation of the caller, also for futures and watches.
 *
 * <pre>{@code
 * FreightObservations observations = new FreightObservations(registry);
 * FreightClient client =
 *     FreightClient.builder().listener(observations).interceptor(observations).build();
 * }</pre>
 *
 * <p>Safe for concurrent use, by several clients too.
 */
public final class FreightObservations implements RequestListener, Interceptor {
  private static final String NONE = "none";

  private final ObservationRegistry registry;

  public FreightObservations(ObservationRegistry registry) {
    Objects.requireNonNull(registry, "registry");
    this.registry = registry;
  }

  @Override
  public @Nullable Object callContext() {
    return registry.getCurrentObservation();
  }

  /** Does nothing: the interceptor observes each attempt. */
  @Override
  public void on(RequestEvent event) {}

  @Override
  public Response intercept(Chain chain) throws IOException {
    CallTag call = chain.request().tag(CallTag.class);
    if (call == null) return chain.proceed(chain.request());

    Request.Builder request = chain.request().newBuilder();
    RequestReplySenderContext<Request.Builder, Response> context =
        new RequestReplySenderContext<>(
            (carrier, name, value) -> {
              if (carrier != null) carrier.header(name, value);
            });
    context.setCarrier(request);
    context.setRemoteServiceName("freight");
    String method = chain.request().method();
    // A call by its path has no template: what its caller wrote may hold a load number.
    String template = call.operation().path();
    context.setContextualName(template.isEmpty() ? method : method + " " + template);
    Observation observation =
        Observation.createNotStarted("freight.client.requests", () -> context, registry)
            .parentObservation(call.context(Observation.class))
            .lowCardinalityKeyValue("operation", call.operation().id())
            .start();
    String status = NONE;
    String exception = NONE;
    Observation.Scope scope = observation.openScope();
    try {
      Response response = chain.proceed(request.build());
      context.setResponse(response);
      status = Integer.toString(response.code());
      return response;
    } catch (IOException | RuntimeException | Error e) {
      exception = e.getClass().getSimpleName();
      observation.error(e);
      throw e;
    } finally {
      scope.close();
      observation
          .lowCardinalityKeyValues(KeyValues.of("status", status, "exception", exception))
          .stop();
    }
  }
}
