package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ReadValue;
import java.io.IOException;

/** Reads and writes {@link ConfirmDeliveryResult}. */
public final class ConfirmDeliveryResultJsonAdapter extends ModelJsonAdapter<ConfirmDeliveryResult> {
  public static final ConfirmDeliveryResultJsonAdapter INSTANCE = new ConfirmDeliveryResultJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "ok",
      "oldStatus",
      "newStatus",
      "idempotent");

  private ConfirmDeliveryResultJsonAdapter() {}

  @Override
  public ConfirmDeliveryResult read(JsonReader in) throws IOException {
    boolean ok = false;
    boolean okSeen = false;
    LoadStatus oldStatus = null;
    LoadStatus newStatus = null;
    Boolean idempotent = null;
    ReadValue.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> {
          ok = ReadValue.bool(in);
          okSeen = true;
        }
        case 1 -> oldStatus = ReadValue.skippedUnlessString(in) ? null : LoadStatus.of(ReadValue.string(in));
        case 2 -> newStatus = ReadValue.skippedUnlessString(in) ? null : LoadStatus.of(ReadValue.string(in));
        case 3 -> idempotent = ReadValue.boolOrNull(in);
        default -> ReadValue.skipMember(in);
      }
    }
    in.endObject();
    if (!okSeen) throw ReadValue.missing(in, "ok");
    return new ConfirmDeliveryResult(
        ok,
        oldStatus,
        newStatus,
        idempotent);
  }

  @Override
  public void write(JsonWriter out, ConfirmDeliveryResult value) throws IOException {
    out.beginObject();
    out.name("ok");
    out.value(value.ok());
    if (value.oldStatus() != null) {
      out.name("oldStatus");
      out.value(value.oldStatus().value());
    }
    if (value.newStatus() != null) {
      out.name("newStatus");
      out.value(value.newStatus().value());
    }
    if (value.idempotent() != null) {
      out.name("idempotent");
      out.value(value.idempotent());
    }
    out.endObject();
  }
}
