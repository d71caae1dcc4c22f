/**
 * What the account of a broker is made of: agent keys, the ledger, prices and amounts. Nothing here
 * depends on loads; the account itself does, by what must not be bought twice, and so it is in
 * {@code service}.
 */
@NullMarked
package io.freightsdk.server.service.account;

import org.jspecify.annotations.NullMarked;
