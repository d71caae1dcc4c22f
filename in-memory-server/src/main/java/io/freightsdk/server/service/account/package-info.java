/** Brokers, their keys and their money. Nothing here knows what a load is. */
@NullMarked
package io.freightsdk.server.service.account;

import org.jspecify.annotations.NullMarked;
