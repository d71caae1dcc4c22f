package io.freightsdk.opentelemetry;

import io.freightsdk.CallTag;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.io.IOException;
import java.util.Objects;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Makes an OpenTelemetry client span of every attempt, as a child of the caller's span, and sends
 * its context with the request ({@code traceparent}, or the headers of the application's
 * propagators).
 *
 * <pre>{@code
 * FreightTracing tracing = new FreightTracing(openTelemetry);
 * FreightClient client = FreightClient.builder().listener(tracing).interceptor(tracing).build();
 * }</pre>
 *
 * <p>Spans follow the semantic conventions for HTTP client spans; {@code url.full} and {@code
 * url.template} have a placeholder instead of the load number, and {@code freight.operation} has
 * the operation. Of a call by its path they show no path. An attempt without a connection has a
 * span too. A span ends when the headers of the answer have arrived. Safe for concurrent use, by
 * several clients too.
 */
public final class FreightTracing implements RequestListener, Interceptor {
  private final Tracer tracer;
  private final TextMapPropagator propagator;

  public FreightTracing(OpenTelemetry telemetry) {
    Objects.requireNonNull(telemetry, "telemetry");
    tracer =
        telemetry
            .tracerBuilder("io.freightsdk.opentelemetry")
            .setSchemaUrl("https://opentelemetry.io/schemas/1.37.0")
            .build();
    propagator = telemetry.getPropagators().getTextMapPropagator();
  }

  @Override
  public @Nullable Object callContext() {
    return Context.current();
  }

  /** Does nothing: the interceptor makes the spans. */
  @Override
  public void on(RequestEvent event) {}

  @Override
  public Response intercept(Chain chain) throws IOException {
    CallTag call = chain.request().tag(CallTag.class);
    if (call == null) return chain.proceed(chain.request());

    Context caller = call.context(Context.class);
    Context parent = caller == null ? Context.current() : caller;
    Span span = start(call, chain.request(), parent);
    Context context = parent.with(span);
    Request.Builder traced = chain.request().newBuilder();
    propagator.inject(context, traced, FreightTracing::setHeader);
    Scope scope = context.makeCurrent();
    try {
      Response response = chain.proceed(traced.build());
      answered(span, response.code());
      return response;
    } catch (IOException | RuntimeException | Error e) {
      // Without its message, which may contain a URL with a load number.
      span.setStatus(StatusCode.ERROR).setAttribute("error.type", e.getClass().getName());
      throw e;
    } finally {
      scope.close();
      span.end();
    }
  }

  private static void setHeader(Request.@Nullable Builder request, String name, String value) {
    if (request != null) request.header(name, value);
  }

  private Span start(CallTag call, Request request, Context parent) {
    HttpUrl url = request.url();
    String method = request.method();
    // A call by its path has none: what its caller wrote may hold a load number.
    String template = call.operation().path();
    String authority = HttpUrl.defaultPort(url.scheme()) == url.port() ? "" : ":" + url.port();
    SpanBuilder span =
        tracer
            .spanBuilder(template.isEmpty() ? method : method + " " + template)
            .setParent(parent)
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute("http.request.method", method)
            .setAttribute("server.address", url.host())
            .setAttribute("server.port", (long) url.port())
            .setAttribute("url.full", url.scheme() + "://" + url.host() + authority + template)
            .setAttribute("freight.operation", call.operation().id());
    if (!template.isEmpty()) span.setAttribute("url.template", template);
    if (call.attempt() > 1) {
      span.setAttribute("http.request.resend_count", (long) call.attempt() - 1);
    }
    return span.startSpan();
  }

  private static void answered(Span span, int status) {
    span.setAttribute("http.response.status_code", (long) status);
    if (status >= 400) {
      span.setStatus(StatusCode.ERROR).setAttribute("error.type", Integer.toString(status));
    }
  }
}
