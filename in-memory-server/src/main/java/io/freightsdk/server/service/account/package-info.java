/** Brokers, their keys and their money. Nothing here depends on loads. */
@NullMarked
package io.freightsdk.server.service.account;

import org.jspecify.annotations.NullMarked;
