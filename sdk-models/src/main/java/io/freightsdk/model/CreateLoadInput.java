// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.Members;
import io.freightsdk.model.internal.OpenFields;
import io.freightsdk.model.internal.Secrets;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A load to create. The bounds of its numbers are not published.
 *
 * @param driverPhone Phone number of the driver, best in E.164, such as +13125550142. The
 * driver link is sent to it by SMS. The service also accepts a number that it can convert to
 * that form, such as (312) 555-0142. Its maximum length is not published.
 * @param pickups Stops where freight is loaded, in order; at least one. The maximum is not
 * published.
 * @param deliveries Stops where freight is unloaded, in order; at least one. The maximum is not
 * published.
 * @param shipperName Company that ships the freight. Null when absent.
 * @param carrierName Company that hauls the freight. Null when absent.
 * @param equipmentType Kind of trailer as free text; VAN, REEFER and FLATBED are usual. Null
 * when absent.
 * @param customerRef The broker's own reference, such as a PO number. If a load with the same
 * reference exists, it is returned, nothing is charged and no load is created. Null when
 * absent.
 * @param rate Agreed rate in USD, for information only. Null when absent.
 * @param miles Planned distance in miles. Null when absent.
 * @param weight Weight of the cargo in pounds. Null when absent.
 * @param truckNumber Number of a truck that the service knows. It finds the driver when the
 * phone number does not. Null when absent.
 * @param additionalProperties All other fields, exactly as received: whole numbers are
 * BigInteger, others BigDecimal.
 */
@Jackson.ApiObject
public record CreateLoadInput(
    @Jackson.NonNull String driverPhone,
    @Jackson.NonNull List<StopInput> pickups,
    @Jackson.NonNull List<StopInput> deliveries,
    @Nullable String shipperName,
    @Nullable String carrierName,
    @Nullable String equipmentType,
    @Nullable String customerRef,
    @Nullable BigDecimal rate,
    @Nullable Double miles,
    @Nullable Double weight,
    @Nullable String truckNumber,
    @JsonAnyGetter @JsonAnySetter Map<String, @Nullable Object> additionalProperties) {

  public CreateLoadInput {
    Objects.requireNonNull(driverPhone, "driverPhone");
    pickups = Members.copyList("pickups", pickups);
    deliveries = Members.copyList("deliveries", deliveries);
    Members.requireFinite("miles", miles);
    Members.requireFinite("weight", weight);
    additionalProperties = OpenFields.copy(
        additionalProperties,
        "driverPhone",
        "pickups",
        "deliveries",
        "shipperName",
        "carrierName",
        "equipmentType",
        "customerRef",
        "rate",
        "miles",
        "weight",
        "truckNumber");
  }

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with the members of this record. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Returns all members, with secrets masked, and only the names of additional fields. */
  @Override
  public String toString() {
    return
        "CreateLoadInput[driverPhone=" +
        Secrets.mask(driverPhone) +
        ", pickups=" +
        pickups +
        ", deliveries=" +
        deliveries +
        ", shipperName=" +
        shipperName +
        ", carrierName=" +
        carrierName +
        ", equipmentType=" +
        equipmentType +
        ", customerRef=" +
        customerRef +
        ", rate=" +
        rate +
        ", miles=" +
        miles +
        ", weight=" +
        weight +
        ", truckNumber=" +
        truckNumber +
        ", additionalProperties=" +
        additionalProperties.keySet() +
        "]";
  }

  /** Builds a {@link CreateLoadInput}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable String driverPhone;
    private @Nullable List<StopInput> pickups;
    private @Nullable List<StopInput> deliveries;
    private @Nullable String shipperName;
    private @Nullable String carrierName;
    private @Nullable String equipmentType;
    private @Nullable String customerRef;
    private @Nullable BigDecimal rate;
    private @Nullable Double miles;
    private @Nullable Double weight;
    private @Nullable String truckNumber;
    private final Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();

    private Builder() {}

    private Builder(CreateLoadInput from) {
      driverPhone = from.driverPhone;
      pickups = new ArrayList<>(from.pickups);
      deliveries = new ArrayList<>(from.deliveries);
      shipperName = from.shipperName;
      carrierName = from.carrierName;
      equipmentType = from.equipmentType;
      customerRef = from.customerRef;
      rate = from.rate;
      miles = from.miles;
      weight = from.weight;
      truckNumber = from.truckNumber;
      additionalProperties.putAll(from.additionalProperties);
    }

    /**
     * Phone number of the driver, best in E.164, such as +13125550142. The driver link is sent
     * to it by SMS. The service also accepts a number that it can convert to that form, such as
     * (312) 555-0142. Its maximum length is not published.
     */
    public Builder driverPhone(String driverPhone) {
      this.driverPhone = Objects.requireNonNull(driverPhone, "driverPhone");
      return this;
    }

    /** Stops where freight is loaded, in order; at least one. The maximum is not published. */
    public Builder pickups(List<StopInput> pickups) {
      this.pickups = new ArrayList<>(Members.copyList("pickups", pickups));
      return this;
    }

    /** Stops where freight is loaded, in order; at least one. The maximum is not published. */
    public Builder pickups(StopInput... pickups) {
      return pickups(Arrays.asList(Objects.requireNonNull(pickups, "pickups")));
    }

    /** Adds one item to {@code pickups}. */
    public Builder addPickup(StopInput item) {
      if (pickups == null) pickups = new ArrayList<>();
      pickups.add(Objects.requireNonNull(item, "item"));
      return this;
    }

    /**
     * Stops where freight is unloaded, in order; at least one. The maximum is not published.
     */
    public Builder deliveries(List<StopInput> deliveries) {
      this.deliveries = new ArrayList<>(Members.copyList("deliveries", deliveries));
      return this;
    }

    /**
     * Stops where freight is unloaded, in order; at least one. The maximum is not published.
     */
    public Builder deliveries(StopInput... deliveries) {
      return deliveries(Arrays.asList(Objects.requireNonNull(deliveries, "deliveries")));
    }

    /** Adds one item to {@code deliveries}. */
    public Builder addDelivery(StopInput item) {
      if (deliveries == null) deliveries = new ArrayList<>();
      deliveries.add(Objects.requireNonNull(item, "item"));
      return this;
    }

    /** Company that ships the freight. */
    public Builder shipperName(@Nullable String shipperName) {
      this.shipperName = shipperName;
      return this;
    }

    /** Company that hauls the freight. */
    public Builder carrierName(@Nullable String carrierName) {
      this.carrierName = carrierName;
      return this;
    }

    /** Kind of trailer as free text; VAN, REEFER and FLATBED are usual. */
    public Builder equipmentType(@Nullable String equipmentType) {
      this.equipmentType = equipmentType;
      return this;
    }

    /**
     * The broker's own reference, such as a PO number. If a load with the same reference
     * exists, it is returned, nothing is charged and no load is created.
     */
    public Builder customerRef(@Nullable String customerRef) {
      this.customerRef = customerRef;
      return this;
    }

    /** Agreed rate in USD, for information only. */
    public Builder rate(@Nullable BigDecimal rate) {
      this.rate = rate;
      return this;
    }

    /** The same amount as decimal text, such as {@code "25.00"}. */
    public Builder rate(String rate) {
      return rate(Members.parseUsd("rate", rate));
    }

    /** Planned distance in miles. */
    public Builder miles(@Nullable Double miles) {
      this.miles = miles;
      return this;
    }

    /** Planned distance in miles. */
    public Builder miles(double miles) {
      this.miles = miles;
      return this;
    }

    /** Weight of the cargo in pounds. */
    public Builder weight(@Nullable Double weight) {
      this.weight = weight;
      return this;
    }

    /** Weight of the cargo in pounds. */
    public Builder weight(double weight) {
      this.weight = weight;
      return this;
    }

    /**
     * Number of a truck that the service knows. It finds the driver when the phone number does
     * not.
     */
    public Builder truckNumber(@Nullable String truckNumber) {
      this.truckNumber = truckNumber;
      return this;
    }

    /** Replaces all additional fields. */
    public Builder additionalProperties(Map<String, ? extends @Nullable Object> fields) {
      Objects.requireNonNull(fields, "fields");
      additionalProperties.clear();
      additionalProperties.putAll(fields);
      return this;
    }

    /**
     * Adds a field that this record does not name. The value is null, a boolean, a number, a
     * string, or a list or map of such values.
     */
    public Builder put(String name, @Nullable Object value) {
      OpenFields.requireNotMember(
          name,
          "driverPhone",
          "pickups",
          "deliveries",
          "shipperName",
          "carrierName",
          "equipmentType",
          "customerRef",
          "rate",
          "miles",
          "weight",
          "truckNumber");
      additionalProperties.put(Objects.requireNonNull(name, "name"), value);
      return this;
    }

    /** Builds the record. Throws IllegalStateException with the names of missing members. */
    public CreateLoadInput build() {
      if (
          driverPhone == null ||
          pickups == null ||
          pickups.isEmpty() ||
          deliveries == null ||
          deliveries.isEmpty()) {
        throw Members.missing(
            "CreateLoadInput",
            "driverPhone",
            driverPhone,
            "pickups",
            pickups == null || pickups.isEmpty() ? null : pickups,
            "deliveries",
            deliveries == null || deliveries.isEmpty() ? null : deliveries);
      }
      return new CreateLoadInput(
          driverPhone,
          pickups,
          deliveries,
          shipperName,
          carrierName,
          equipmentType,
          customerRef,
          rate,
          miles,
          weight,
          truckNumber,
          additionalProperties);
    }
  }
}
