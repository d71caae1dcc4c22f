package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import io.freightsdk.model.internal.WriteValue;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link TopUpByCardInput}. */
public final class TopUpByCardInputJsonAdapter extends ModelJsonAdapter<TopUpByCardInput> {
  public static final TopUpByCardInputJsonAdapter INSTANCE = new TopUpByCardInputJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("amountUsd", "cardToken");

  private TopUpByCardInputJsonAdapter() {}

  @Override
  public TopUpByCardInput read(JsonReader in) throws IOException {
    BigDecimal amountUsd = null;
    String cardToken = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> amountUsd = ReadValue.money(in);
        case 1 -> cardToken = ReadValue.string(in);
        default -> additionalProperties.put(in.nextName(), ReadValue.any(in));
      }
    }
    in.endObject();
    if (amountUsd == null) throw ReadValue.missing(in, "amountUsd");
    if (cardToken == null) throw ReadValue.missing(in, "cardToken");
    return new TopUpByCardInput(amountUsd, cardToken, additionalProperties);
  }

  @Override
  public void write(JsonWriter out, TopUpByCardInput value) throws IOException {
    out.beginObject();
    out.name("amountUsd");
    out.value(value.amountUsd());
    out.name("cardToken");
    out.value(value.cardToken());
    WriteValue.openFields(out, value.additionalProperties());
    out.endObject();
  }
}
