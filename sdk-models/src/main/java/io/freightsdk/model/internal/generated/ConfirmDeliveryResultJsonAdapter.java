package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;

/** Reads and writes {@link ConfirmDeliveryResult} in one pass over its tokens. */
public final class ConfirmDeliveryResultJsonAdapter extends ModelJsonAdapter<ConfirmDeliveryResult> {
  public static final ConfirmDeliveryResultJsonAdapter INSTANCE = new ConfirmDeliveryResultJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "ok",
      "oldStatus",
      "newStatus",
      "idempotent");

  private ConfirmDeliveryResultJsonAdapter() {}

  @Override
  public ConfirmDeliveryResult read(TokenReader in) throws IOException {
    boolean ok = false;
    boolean okSeen = false;
    LoadStatus oldStatus = null;
    LoadStatus newStatus = null;
    Boolean idempotent = null;
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> {
          ok = in.bool();
          okSeen = true;
        }
        case 1 -> oldStatus = in.skippedUnlessString() ? null : LoadStatus.of(in.string());
        case 2 -> newStatus = in.skippedUnlessString() ? null : LoadStatus.of(in.string());
        case 3 -> idempotent = in.boolOrNull();
        default -> in.skipMember();
      }
    }
    in.endObject();
    if (!okSeen) throw in.missing("ok");
    return new ConfirmDeliveryResult(
        ok,
        oldStatus,
        newStatus,
        idempotent);
  }

  @Override
  public void write(TokenWriter out, ConfirmDeliveryResult value) throws IOException {
    out.beginObject();
    out.name("ok");
    out.bool(value.ok());
    if (value.oldStatus() != null) {
      out.name("oldStatus");
      out.string(value.oldStatus().value());
    }
    if (value.newStatus() != null) {
      out.name("newStatus");
      out.string(value.newStatus().value());
    }
    if (value.idempotent() != null) {
      out.name("idempotent");
      out.bool(value.idempotent());
    }
    out.endObject();
  }
}
