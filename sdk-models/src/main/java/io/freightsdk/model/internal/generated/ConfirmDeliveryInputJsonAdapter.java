package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.ConfirmDeliveryInput;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import io.freightsdk.model.internal.WriteValue;
import java.io.IOException;
import java.time.Instant;

/** Reads and writes {@link ConfirmDeliveryInput}. */
public final class ConfirmDeliveryInputJsonAdapter extends ModelJsonAdapter<ConfirmDeliveryInput> {
  public static final ConfirmDeliveryInputJsonAdapter INSTANCE = new ConfirmDeliveryInputJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("bol_received_at");

  private ConfirmDeliveryInputJsonAdapter() {}

  @Override
  public ConfirmDeliveryInput read(JsonReader in) throws IOException {
    Instant bolReceivedAt = null;
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> bolReceivedAt = ReadValue.skippedNull(in) ? null : ReadValue.instant(in);
        default -> ReadValue.skipMember(in);
      }
    }
    in.endObject();
    return new ConfirmDeliveryInput(bolReceivedAt);
  }

  @Override
  public void write(JsonWriter out, ConfirmDeliveryInput value) throws IOException {
    out.beginObject();
    if (value.bolReceivedAt() != null) {
      out.name("bol_received_at");
      WriteValue.instant(out, value.bolReceivedAt());
    }
    out.endObject();
  }
}
