package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.ConfirmDeliveryInput;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.time.Instant;

/** Reads and writes {@link ConfirmDeliveryInput} in one pass over its tokens. */
public final class ConfirmDeliveryInputJsonAdapter extends ModelJsonAdapter<ConfirmDeliveryInput> {
  public static final ConfirmDeliveryInputJsonAdapter INSTANCE = new ConfirmDeliveryInputJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("bol_received_at");

  private ConfirmDeliveryInputJsonAdapter() {}

  @Override
  public ConfirmDeliveryInput read(TokenReader in) throws IOException {
    Instant bolReceivedAt = null;
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> bolReceivedAt = in.skippedNull() ? null : in.instant();
        default -> in.skipMember();
      }
    }
    in.endObject();
    return new ConfirmDeliveryInput(bolReceivedAt);
  }

  @Override
  public void write(TokenWriter out, ConfirmDeliveryInput value) throws IOException {
    out.beginObject();
    if (value.bolReceivedAt() != null) {
      out.name("bol_received_at");
      out.instant(value.bolReceivedAt());
    }
    out.endObject();
  }
}
