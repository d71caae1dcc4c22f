package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.DeliveryNotReadyError;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import java.io.IOException;

/** Reads and writes {@link DeliveryNotReadyError}. */
public final class DeliveryNotReadyErrorJsonAdapter extends ModelJsonAdapter<DeliveryNotReadyError> {
  public static final DeliveryNotReadyErrorJsonAdapter INSTANCE = new DeliveryNotReadyErrorJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "error",
      "status",
      "reason");

  private DeliveryNotReadyErrorJsonAdapter() {}

  @Override
  public DeliveryNotReadyError read(JsonReader in) throws IOException {
    String error = null;
    LoadStatus status = null;
    String reason = null;
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> error = ReadValue.string(in);
        case 1 -> status = ReadValue.skippedUnlessString(in) ? null : LoadStatus.of(ReadValue.string(in));
        case 2 -> reason = ReadValue.string(in);
        default -> ReadValue.skipMember(in);
      }
    }
    in.endObject();
    if (error == null) throw ReadValue.missing(in, "error");
    if (reason == null) throw ReadValue.missing(in, "reason");
    return new DeliveryNotReadyError(error, status, reason);
  }

  @Override
  public void write(JsonWriter out, DeliveryNotReadyError value) throws IOException {
    out.beginObject();
    out.name("error");
    out.value(value.error());
    if (value.status() != null) {
      out.name("status");
      out.value(value.status().value());
    }
    out.name("reason");
    out.value(value.reason());
    out.endObject();
  }
}
