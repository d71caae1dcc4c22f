package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.InsufficientFundsError;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.math.BigDecimal;

/** Reads and writes {@link InsufficientFundsError} in one pass over its tokens. */
public final class InsufficientFundsErrorJsonAdapter extends ModelJsonAdapter<InsufficientFundsError> {
  public static final InsufficientFundsErrorJsonAdapter INSTANCE = new InsufficientFundsErrorJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "error",
      "code",
      "balanceUsd",
      "priceUsd",
      "billingUrl");

  private InsufficientFundsErrorJsonAdapter() {}

  @Override
  public InsufficientFundsError read(TokenReader in) throws IOException {
    String error = null;
    String code = null;
    BigDecimal balanceUsd = null;
    BigDecimal priceUsd = null;
    String billingUrl = null;
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> error = in.string();
        case 1 -> code = in.string();
        case 2 -> balanceUsd = in.moneyOrNull();
        case 3 -> priceUsd = in.moneyOrNull();
        case 4 -> billingUrl = in.stringOrNull();
        default -> in.skipMember();
      }
    }
    in.endObject();
    if (error == null) throw in.missing("error");
    if (code == null) throw in.missing("code");
    return new InsufficientFundsError(
        error,
        code,
        balanceUsd,
        priceUsd,
        billingUrl);
  }

  @Override
  public void write(TokenWriter out, InsufficientFundsError value) throws IOException {
    out.beginObject();
    out.name("error");
    out.string(value.error());
    out.name("code");
    out.string(value.code());
    if (value.balanceUsd() != null) {
      out.name("balanceUsd");
      out.money(value.balanceUsd());
    }
    if (value.priceUsd() != null) {
      out.name("priceUsd");
      out.money(value.priceUsd());
    }
    if (value.billingUrl() != null) {
      out.name("billingUrl");
      out.string(value.billingUrl());
    }
    out.endObject();
  }
}
