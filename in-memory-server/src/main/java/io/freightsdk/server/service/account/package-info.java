/**
 * The parts of a broker's account: agent keys, ledger, prices and amounts. Nothing here depends on
 * loads. The account itself does, because it must not pay for a load twice, and so it is in {@code
 * service}.
 */
@NullMarked
package io.freightsdk.server.service.account;

import org.jspecify.annotations.NullMarked;
