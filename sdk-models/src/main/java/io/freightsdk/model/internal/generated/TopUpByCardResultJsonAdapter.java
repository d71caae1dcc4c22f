package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import io.freightsdk.model.internal.WriteValue;
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
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> {
          ok = ReadValue.bool(in);
          okSeen = true;
        }
        case 1 -> currency = ReadValue.string(in);
        case 2 -> balanceUsd = ReadValue.money(in);
        default -> additionalProperties.put(in.nextName(), ReadValue.any(in));
      }
    }
    in.endObject();
    if (!okSeen) throw ReadValue.missing(in, "ok");
    if (currency == null) throw ReadValue.missing(in, "currency");
    if (balanceUsd == null) throw ReadValue.missing(in, "balanceUsd");
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
    WriteValue.openFields(out, value.additionalProperties());
    out.endObject();
  }
}
