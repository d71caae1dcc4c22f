package io.freightsdk.internal.spend;

import com.squareup.moshi.JsonWriter;
import io.freightsdk.spend.SpendEntry;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import okio.Buffer;

/** Entries as text for spreadsheets and for programs. */
final class LedgerExport {
  static final String CSV_HEADER =
      "id,at,operation,load_number,idempotency_key,request_id,attempt,outcome,amount_usd,scope\r\n";

  private LedgerExport() {}

  /** A line as RFC 4180 has it. */
  static String csv(SpendEntry entry) {
    return Stream.of(
                entry.id(),
                entry.at(),
                entry.operation().id(),
                entry.loadNumber(),
                entry.idempotencyKey(),
                entry.requestId(),
                entry.attempt(),
                entry.outcome(),
                entry.amountUsd().toPlainString(),
                entry.scope())
            .map(field -> field == null ? "" : quoted(field.toString()))
            .collect(Collectors.joining(","))
        + "\r\n";
  }

  private static String quoted(String field) {
    boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
  }

  /** An object on a line; amounts are text because a JSON number loses the form of money. */
  static String json(SpendEntry entry) throws IOException {
    Buffer buffer = new Buffer();
    try (JsonWriter writer = JsonWriter.of(buffer)) {
      writer.setSerializeNulls(false);
      writer.beginObject();
      writer.name("id").value(entry.id());
      writer.name("at").value(entry.at().toString());
      writer.name("operation").value(entry.operation().id());
      writer.name("loadNumber").value(entry.loadNumber());
      writer.name("idempotencyKey").value(entry.idempotencyKey());
      writer.name("requestId").value(entry.requestId());
      writer.name("attempt").value(entry.attempt());
      writer.name("outcome").value(entry.outcome().name());
      writer.name("amountUsd").value(entry.amountUsd().toPlainString());
      writer.name("scope").value(entry.scope());
      writer.endObject();
    }
    return buffer.readUtf8() + "\n";
  }
}
