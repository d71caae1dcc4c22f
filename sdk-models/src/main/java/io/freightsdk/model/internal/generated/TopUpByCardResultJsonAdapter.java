// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import io.freightsdk.model.internal.ValueWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link TopUpByCardResult}. */
public final class TopUpByCardResultJsonAdapter extends ModelJsonAdapter<TopUpByCardResult> {
  public static final TopUpByCardResultJsonAdapter INSTANCE = new TopUpByCardResultJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "ok",
      "currency",
      "balanceUsd");

  private TopUpByCardResultJsonAdapter() {}

  @Override
  public TopUpByCardResult read(JsonReader in) throws IOException {
    boolean ok = false;
    boolean okSeen = false;
    String currency = null;
    BigDecimal balanceUsd = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> {
          ok = ValueReader.bool(in);
          okSeen = true;
        }
        case 1 -> currency = ValueReader.text(in);
        case 2 -> balanceUsd = ValueReader.money(in);
        default -> additionalProperties.put(in.nextName(), ValueReader.any(in));
      }
    }
    in.endObject();
    if (!okSeen) throw ValueReader.missing(in, "ok");
    if (currency == null) throw ValueReader.missing(in, "currency");
    if (balanceUsd == null) throw ValueReader.missing(in, "balanceUsd");
    return new TopUpByCardResult(
        ok,
        currency,
        balanceUsd,
        additionalProperties);
  }

  @Override
  public void write(JsonWriter out, TopUpByCardResult value) throws IOException {
    out.beginObject();
    out.name("ok");
    out.value(value.ok());
    out.name("currency");
    out.value(value.currency());
    out.name("balanceUsd");
    out.value(value.balanceUsd());
    ValueWriter.openFields(out, value.additionalProperties());
    out.endObject();
  }
}
