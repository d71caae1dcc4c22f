/** The planned failures and which calls they strike. */
@NullMarked
package io.freightsdk.server.fault.plan;

import org.jspecify.annotations.NullMarked;
