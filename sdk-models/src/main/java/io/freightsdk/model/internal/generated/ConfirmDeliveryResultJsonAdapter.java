// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
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
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> {
          ok = ValueReader.bool(in);
          okSeen = true;
        }
        case 1 -> oldStatus = ValueReader.skipUnlessString(in) ? null : LoadStatus.of(ValueReader.string(in));
        case 2 -> newStatus = ValueReader.skipUnlessString(in) ? null : LoadStatus.of(ValueReader.string(in));
        case 3 -> idempotent = ValueReader.boolOrNull(in);
        default -> ValueReader.skipMember(in);
      }
    }
    in.endObject();
    if (!okSeen) throw ValueReader.missing(in, "ok");
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
