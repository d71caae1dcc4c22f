package io.freightsdk.examples.observability;

import io.freightsdk.model.Operation;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Makes a span of every wire attempt and puts its context on the wire.
 *
 * <p>An application interceptor, so that attempts that never get a connection have a span too; the
 * client makes one OkHttp call for each attempt. Attempts run on threads of the client, where the
 * caller's context is not current: the parent is what {@link TraceOptions} gave the call. The span
 * ends with the headers of the answer. Method, path template, host and status are recorded; never
 * the URL, a header or a message.
 */
final class TracingInterceptor implements Interceptor {
  private final Tracer tracer;
  private final TextMapPropagator propagator;

  TracingInterceptor(OpenTelemetry telemetry) {
    tracer = telemetry.getTracer("io.freightsdk.examples.observability");
    propagator = telemetry.getPropagators().getTextMapPropagator();
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Request request = chain.request();
    Context parent = propagator.extract(Context.current(), request, RequestHeaders.READER);
    Span span = start(request, parent);
    Request.Builder traced = request.newBuilder();
    propagator.inject(parent.with(span), traced, RequestHeaders.WRITER);
    try {
      Response response = chain.proceed(traced.build());
      answered(span, response.code());
      return response;
    } catch (IOException | RuntimeException | Error e) {
      span.setStatus(StatusCode.ERROR).setAttribute("error.type", e.getClass().getName());
      throw e;
    } finally {
      span.end();
    }
  }

  private Span start(Request request, Context parent) {
    String template = Routes.template(request);
    SpanBuilder span =
        tracer
            .spanBuilder(request.method() + " " + template)
            .setParent(parent)
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute("http.request.method", request.method())
            .setAttribute("url.template", template)
            .setAttribute("server.address", request.url().host())
            .setAttribute("server.port", (long) request.url().port());
    Operation operation = Routes.operation(request);
    if (operation != null) {
      span.setAttribute("freight.operation", operation.id());
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
