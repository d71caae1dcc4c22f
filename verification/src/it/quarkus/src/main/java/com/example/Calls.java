package com.example;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.Balance;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendTotals;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

/** Endpoints that return the values of the SDK unchanged. */
@Path("/")
public class Calls {
  private final FreightClient freight;
  private final SpendLedger ledger;

  Calls(FreightClient freight, SpendLedger ledger) {
    this.freight = freight;
    this.ledger = ledger;
  }

  @POST
  @Path("loads")
  public CreateLoadOutcome create(CreateLoadInput order) {
    return freight.createLoad(order);
  }

  @GET
  @Path("balance")
  public FreightResponse<Balance> balance() {
    return freight.withResponse().getBalance();
  }

  @GET
  @Path("totals")
  public SpendTotals totals() {
    return ledger.totals();
  }
}
