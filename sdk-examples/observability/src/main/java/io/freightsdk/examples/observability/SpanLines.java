package io.freightsdk.examples.observability;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.PrintStream;
import java.util.Collection;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Prints a line for each span that ended; a deployment exports to its collector instead. */
final class SpanLines implements SpanExporter {
  private final PrintStream out;

  SpanLines(PrintStream out) {
    this.out = out;
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    spans.forEach(span -> out.println(line(span)));
    return CompletableResultCode.ofSuccess();
  }

  @Override
  public CompletableResultCode flush() {
    return CompletableResultCode.ofSuccess();
  }

  @Override
  public CompletableResultCode shutdown() {
    return CompletableResultCode.ofSuccess();
  }

  private static String line(SpanData span) {
    TreeMap<String, Object> attributes = new TreeMap<>();
    span.getAttributes().forEach((key, value) -> attributes.put(key.getKey(), value));
    StringJoiner line = new StringJoiner(" ");
    line.add("span").add(span.getSpanId()).add("of trace").add(span.getTraceId());
    line.add(span.getName()).add(span.getStatus().getStatusCode().name());
    return line.add(attributes.toString()).toString();
  }
}
