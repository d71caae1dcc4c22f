package io.freightsdk.internal.ledger.rules;

import io.freightsdk.spend.SpendLimit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a call asks to reserve before it is sent.
 *
 * @param id of the reservation
 * @param account that pays
 * @param operation id of the operation
 * @param key that the service charges once; null if each attempt is charged by itself
 * @param scope path
 * @param limits that it has to keep, the innermost first: none is for another operation
 * @param price in billionths of a USD
 * @param atMost how long its call may take, in microseconds
 */
public record ReservationRequest(
    String id,
    String account,
    String operation,
    @Nullable String key,
    @Nullable String customerRef,
    @Nullable String loadNumber,
    String scope,
    List<SpendLimit> limits,
    long price,
    long atMost) {}
