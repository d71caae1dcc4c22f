package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendEntry;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rows of the ledger as CSV (RFC 4180). */
public final class Csv {
  private static final String HEADER =
      "id,kind,at,operation,load_number,customer_ref,idempotency_key,request_id,account,scope,"
          + "outcome,running,least_usd,amount_usd,reserved_usd,settled_by,settled_why,balance_usd,"
          + "unexplained_usd\r\n";

  private Csv() {}

  public static void write(Stream<SpendEntry> entries, Appendable out) throws IOException {
    out.append(HEADER);
    Iterator<SpendEntry> all = entries.iterator();
    while (all.hasNext()) out.append(line(all.next()));
  }

  private static String line(SpendEntry entry) {
    return Stream.of(
                Long.toString(entry.id()),
                entry.kind().name(),
                entry.at().toString(),
                text(entry.operation()),
                text(entry.loadNumber()),
                text(entry.customerRef()),
                text(entry.idempotencyKey()),
                text(entry.requestId()),
                text(entry.account()),
                text(entry.scope()),
                entry.outcome().name(),
                Boolean.toString(entry.running()),
                usd(entry.leastUsd()),
                usd(entry.amountUsd()),
                usd(entry.reservedUsd()),
                text(entry.settledBy()),
                text(entry.settledWhy()),
                usd(entry.balanceUsd()),
                usd(entry.unexplainedUsd()))
            .map(Csv::quoted)
            .collect(Collectors.joining(","))
        + "\r\n";
  }

  private static String usd(@Nullable BigDecimal amountUsd) {
    return amountUsd == null ? "" : amountUsd.toPlainString();
  }

  /** A spreadsheet takes a text that begins like this for a formula. */
  private static String text(@Nullable String text) {
    if (text == null || text.isEmpty()) return "";
    return "=+-@\t\r\n".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }

  private static String quoted(String field) {
    boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
  }
}
